import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../sync/limits.ts'
import type { KnownPerson } from '../api/session.ts'
import { KeptLine } from './dashboard-screen.tsx'

const said = (keptAt: number | null) => {
  const person: KnownPerson = { id: 'a', role: 'basic', firstName: 'Ada', username: null, keptAt }
  return renderToStaticMarkup(<KeptLine person={person} />)
}

test('S2-4.34 whoever signs in during the seven days is told that nothing is deleted, for a day', () => {
  expect(said(Date.now() - 60_000)).toContain('Your account is kept')
  expect(said(Date.now() - DAY_MS - 60_000)).toBe('')
  expect(said(null)).toBe('')
})
