import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test.each([
  ['Kim Lee', 'KL'],
  ['Nora', 'N'],
  ['नीरज क्षे.', 'नीक्षे'],
  ['e\u0301mile Z', 'E\u0301Z'],
  ['🏀 𝔎im', '🏀𝔎'],
  [' ', '?'],
])('without a picture, “%s” has the initials %s, and no letter is cut', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`>${initials}<`)
})
