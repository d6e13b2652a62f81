import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskFigures, DeskFiguresAnswer } from '../../../sync/desk/figures.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const NOTHING: DeskFigures = {
  asked: { new: 0, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 },
  screened: 0,
  unscreened: 0,
  screenMs: null,
  inTime: 0,
  late: 0,
  missed: 0,
  answerMs: null,
  money: { cameIn: 0, wentBack: 0, share: 0, fees: 0 },
}
const BUSY: DeskFigures = {
  asked: { ...NOTHING.asked, new: 2, completed: 5 },
  screened: 6,
  unscreened: 1,
  screenMs: 3 * 3_600_000 + 12 * 60_000,
  inTime: 3,
  late: 1,
  missed: 0,
  answerMs: 26 * 3_600_000,
  money: { cameIn: 12_500, wentBack: -1_000, share: 2_300, fees: -400 },
}

const figures = (whole: DeskFigures): DeskFiguresAnswer => ({
  step: 'day',
  steps: [
    { ...NOTHING, money: whole.money && NOTHING.money, day: '2026-11-02' },
    { ...whole, day: '2026-11-03' },
  ],
  whole,
  stars: [0, 0, 0, 1, 3],
  digest: true,
  now: Date.UTC(2026, 10, 4),
})

test('what is drawn stands beside it as a table, and other days are asked for', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskFigures', figures(BUSY))
  await openScreen('/admin?tab=figures&from=2026-11-02&until=2026-11-03')
  expect(asked.at(-1)?.body).toEqual({ from: '2026-11-02', until: '2026-11-03' })
  const requests = page.getByRole('figure').filter({ hasText: 'Requests' }).first()
  await expect.element(requests.getByText('7', { exact: true }).first()).toBeVisible()
  await requests.getByText('The numbers').click()
  await expect.element(requests.getByRole('row', { name: 'Nov 3 5 0 2 0 0' })).toBeVisible()
  for (const said of ['3 h 12 min', '26 h', '25 %', '$115.00', '4.8 of 5'])
    await expect.element(page.getByText(said, { exact: true }).first()).toBeVisible()
  await page.getByLabelText('Until').fill('2026-11-04')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ from: '2026-11-02', until: '2026-11-04' })
})

test('without the right to see money, and in a time without anything, the page says so', async () => {
  answer('session', sessionOf('admin'))
  answer('deskFigures', { ...figures({ ...NOTHING, money: null }), stars: [0, 0, 0, 0, 0], digest: null })
  await openScreen('/admin?tab=figures&from=2026-11-02&until=2026-11-03')
  await expect.element(page.getByText('Nothing was asked in this period.')).toBeVisible()
  await expect.element(page.getByText('No ratings')).toBeVisible()
  expect(page.getByText('Revenue').query()).toBeNull()
  expect(page.getByText('Mail me the week at the desk').query()).toBeNull()
})
