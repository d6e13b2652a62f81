import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AthleteAnswer } from '../../../sync/desk/athletes.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refuseEverything, tellReady } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { onTold } from '../../ui/toasts.ts'
import { AthletePane } from './athlete-pane.tsx'

const athleteOf = (said: Partial<AthleteAnswer> = {}): AthleteAnswer => ({
  ...{ id: newId(), username: 'noraquist', name: 'Nora Quist', sport: 'Rowing', gone: null, cards: 0 },
  ...{ paused: false, promo: false, tags: [], tiktokEmbeds: [], email: 'nora@infield.test' },
  ...{ countryCode: 'NO', payoutAccount: null, pictureUrl: null, priceCents: 500 },
  ...{ pausedUntil: null, joinedAt: 1, open: 0, given: [] },
  ...said,
})

async function opened(shown: AthleteAnswer) {
  const session = sessionOf('admin')
  answer('session', { ...session, person: session.person && { ...session.person, deskRole: 'support' } })
  await refreshSession()
  answer('deskAthlete', shown)
  showAtDesk(<AthletePane id={shown.id} onChanged={() => {}} onBack={() => {}} />)
  await expect.element(page.getByRole('heading', { name: 'Nora Quist' })).toBeVisible()
}

test('support, who does not review pictures, gets no link to them', async () => {
  await opened(athleteOf())
  await expect.element(page.getByRole('heading', { name: 'Cards' })).toBeVisible()
  expect(page.getByRole('link', { name: /Pictures/ }).query()).toBeNull()
})

test('a listing that somebody else has put back is shown as it stands after the refusal', async () => {
  const removed = athleteOf({ gone: 'removed' })
  await opened(removed)
  refuseEverything('already-decided')
  answer('deskAthlete', { ...removed, gone: null })
  await page.getByRole('button', { name: 'Put the listing back' }).click()
  await expect.element(page.getByRole('button', { name: 'Put the listing back' })).not.toBeInTheDocument()
})

test('a listing that was put back by a try whose answer was lost is said to be back', async () => {
  const removed = athleteOf({ gone: 'removed' })
  await opened(removed)
  const toasts: string[] = []
  onTestFinished(onTold(({ text }) => toasts.push(text)))
  refuseEverything('not-found')
  await page.getByRole('button', { name: 'Put the listing back' }).click()
  await expect
    .poll(() => toasts)
    .toEqual(['There is nothing to put back: the listing is back already, or the account is closed.'])
})

test('a card that is refused shows the athlete as they are now, and keeps the reason', async () => {
  const nora = athleteOf()
  await opened(nora)
  refuseEverything('already-decided')
  answer('deskAthlete', { ...nora, open: 7 })
  await page.getByRole('button', { name: 'Give a card' }).click()
  await page.getByLabelText('Reason').fill('Late again')
  await page.getByRole('button', { name: 'Give the yellow card' }).click()
  await expect.element(page.getByText('7', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Reason')).toHaveValue('Late again')
})

test('D52 the open dialog says what a card ends by now, and the toast what it has ended', async () => {
  const nora = athleteOf()
  await opened(nora)
  await page.getByRole('button', { name: 'Give a card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Red card', { exact: true }).click()
  await dialog.getByLabelText('Reason').fill('Rude to fans')
  await expect.element(dialog.getByText('No question is open.')).toBeVisible()
  const yellow = { id: newId(), card: 'yellow', reason: 'Late again', by: 'Bo Other', at: 1 } as const
  answer('deskAthlete', { ...nora, open: 3, given: [yellow] })
  tellReady()
  await expect.element(dialog.getByText(/^The 3 open questions go back/)).toBeVisible()
  await expect
    .element(dialog.getByText('Yellow card given by Bo Other since you opened this: “Late again”'))
    .toBeVisible()
  const toasts: string[] = []
  onTestFinished(onTold(({ text }) => toasts.push(text)))
  // one more has come, of which this page has not heard yet
  answer(
    'push',
    ({ body }): PushAnswer => ({
      outcomes: (body as PushRequest).intents.map(({ id }) => ({
        id,
        state: 'settled',
        value: { ended: 4 },
      })),
    }),
  )
  await dialog.getByRole('button', { name: 'Give the red card' }).click()
  await expect.poll(() => toasts).toEqual(['Red card given to @noraquist. 4 open questions went back.'])
})

test('no payout is said to wait only where all that wait are listed', async () => {
  const nora = athleteOf()
  answer('session', sessionOf('admin'))
  const payouts = { open: [], waiting: [], paid: [], morePaid: false, holds: [], now: 1 }
  answer('deskPayouts', { ...payouts, moreToDo: true })
  answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: 1 })
  answer('deskAthletes', { athletes: [nora], more: false })
  answer('deskAthlete', nora)
  await openScreen(`/admin?tab=athletes&id=${nora.id}`)
  await expect.element(page.getByText(/more wait than are listed\.$/)).toBeVisible()
  expect(page.getByText('No payout is waiting.').query()).toBeNull()
  answer('deskPayouts', { ...payouts, moreToDo: false })
  await openScreen(`/admin?tab=athletes&id=${nora.id}`)
  await expect.element(page.getByText('No payout is waiting.')).toBeVisible()
})

test('of an athlete who is leaving nothing is changed, but their payouts are held', async () => {
  const nora = athleteOf({ gone: 'leaving' })
  answer('session', sessionOf('admin'))
  const payouts = { open: [], waiting: [], paid: [], morePaid: false, moreToDo: false, holds: [], now: 1 }
  answer('deskPayouts', payouts)
  answer('deskLedger', { rows: [], more: false, count: 0, sumCents: 0, now: 1 })
  answer('deskAthletes', { athletes: [], more: false })
  answer('deskAthlete', nora)
  await openScreen(`/admin?tab=athletes&id=${nora.id}`)
  await expect.element(page.getByText('Leaving')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Hold payouts to Nora Quist' })).toBeVisible()
  for (const name of ['Give a card', 'Save']) expect(page.getByRole('button', { name }).query()).toBeNull()
})
