import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const STYLE = readFileSync(new URL('utilities.css', import.meta.url), 'utf8')

/** Returns what is declared for a selector inside the two sliders of a trim. */
const declared = (selector: string) =>
  STYLE.slice(STYLE.indexOf('@utility trim-handle')).split(`  &${selector} {`)[1]?.split('}')[0]

test('the handle of a trim shows the focus, because a ring around the box of both sliders tells neither', () => {
  expect(declared(':focus-visible')).toContain('outline: none')
  for (const thumb of ['::-webkit-slider-thumb', '::-moz-range-thumb'])
    expect(declared(`:focus-visible${thumb}`)).toContain('outline: 3px solid var(--signal-text)')
})
