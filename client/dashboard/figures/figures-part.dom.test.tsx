import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MyFigures } from '../../../sync/desk/figures.ts'
import { refreshSession } from '../../api/session.ts'
import { show } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, goOffline } from '../../testing/server.ts'
import { FiguresPart } from './figures-part.tsx'

const WHOLE: MyFigures = {
  asked: { new: 0, approved: 1, rejected: 0, 'athlete rejected': 2, completed: 4 },
  inTime: 3,
  late: 1,
  missed: 2,
  answerMs: 50 * 3_600_000,
  earned: 12_800,
  views: 1_234,
}

test('an athlete sees their own figures, of another time when they ask for it, and what was seen stays offline', async () => {
  answer('session', sessionOf('creator'))
  await refreshSession()
  const asked = answer('myFigures', {
    step: 'day',
    steps: [{ ...WHOLE, day: '2026-11-03' }],
    whole: WHOLE,
    stars: [0, 0, 0, 0, 2],
    now: Date.UTC(2026, 10, 3),
  })
  show(<FiguresPart />)
  for (const said of ['2 d 2 h', '3 in time, 1 late, 2 not answered', '$128.00', '1,234', '5.0 of 5'])
    await expect.element(page.getByText(said).first()).toBeVisible()
  await page.getByRole('button', { name: 'A year' }).click()
  await expect.poll(() => asked.at(-1)?.body).toEqual({ of: 'year' })
  goOffline()
  await expect.element(page.getByText('These figures may be out of date.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('$128.00').first()).toBeVisible()
})
