import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PayoutHold } from '../../../sync/payment/payout-control.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { onTold } from '../../ui/toasts.ts'
import { PayoutsPart } from './payouts-part.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)

/** Answers the list of payouts with these holds alone. */
const listHolds = (...holds: PayoutHold[]) =>
  answer('deskPayouts', {
    ...{ open: [], waiting: [], paid: [], moreToDo: false, morePaid: false, now: NOW },
    holds,
  })

const intentsOf = (body: unknown) => (body as PushRequest).intents

test('a hold whose answer was lost, and that was resumed, is made anew when it is ordered again in the same words', async () => {
  answer('session', sessionOf('admin'))
  await refreshSession()
  listHolds()
  const toasts: string[] = []
  onTestFinished(onTold(({ text }) => toasts.push(text)))
  showAtDesk(<PayoutsPart />)
  const dialog = page.getByRole('alertdialog')
  const hold = async () => {
    await page.getByRole('button', { name: 'Hold all payouts' }).click()
    await userEvent.fill(dialog.getByLabelText('Reason'), 'A stolen account')
    await dialog.getByRole('button', { name: 'Hold all payouts' }).click()
  }
  const lost = answer('push', ({ body }) => {
    const told = { reason: 'A stolen account', heldBy: 'Ida Owner', heldAt: NOW, owedCents: 0 }
    const ids = intentsOf(body).map(({ args }) => (args as { holdId: string }).holdId)
    listHolds(...ids.map((id) => ({ id, personId: null, name: null, username: null, ...told })))
    return new Response(null, { status: 503 })
  })
  await hold()
  await expect.element(page.getByText('All payouts are held')).toBeVisible()
  const done = settleEverything()
  listHolds()
  await page.getByRole('button', { name: 'Resume payouts to everybody' }).click()
  await userEvent.fill(dialog.getByLabelText('Reason'), 'All is well')
  await dialog.getByRole('button', { name: 'Resume payouts' }).click()
  await hold()
  await expect.poll(() => toasts.at(-1)).toBe('All payouts are held.')
  const [first, resumed, second] = [...lost, ...done].flatMap(({ body }) => intentsOf(body))
  expect(resumed).toMatchObject({ name: 'payouts.resume' })
  expect(second).toMatchObject({ name: 'payouts.hold' })
  expect(second?.id).not.toBe(first?.id)
  expect(second?.args).not.toEqual(first?.args)
})
