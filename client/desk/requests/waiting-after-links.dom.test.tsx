import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COPY } from '../../../sync/copy.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { deskQuestion, ONE_NEW } from '../../testing/desk-question.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'
import { onTold } from '../../ui/toasts.ts'

const first = deskQuestion({ subject: 'First' })
const third = deskQuestion({ subject: 'Third' })
const same = { id: third.id, requester: 'Kim Lee', receiver: 'rosa', status: 'new', submittedAt: 1 } as const
const second = deskQuestion({ subject: 'Second', sameText: { count: 2, others: [same] } })

/**
 * Approves the first request, which takes effect after so many milliseconds, and follows the link of the second one
 * to the third. Returns the intents that were pushed, the toasts, and a function that changes the first request.
 */
async function approveAndLeave(effectMs: number) {
  let now: DeskQuestionAnswer = first
  const rows = [first, second, third]
  answer('session', { ...sessionOf('admin'), now: Date.now() })
  answer('deskQuestions', { rows, more: false, counts: ONE_NEW, now: Date.now() })
  answer('deskCreators', { creators: [] })
  answer('deskPayments', { payments: [] })
  answer('deskInbox', { items: [], more: false })
  answer('deskQuestion', ({ body }) => {
    const { id } = body as { id: string }
    return id === first.id ? now : (rows.find((row) => row.id === id) ?? third)
  })
  const pushes = answer('push', ({ body }) => {
    const { intents } = body as PushRequest
    const value = { takesEffectAt: Date.now() + effectMs }
    return { outcomes: intents.map(({ id }) => ({ id, state: 'settled' as const, value })) }
  })
  const toasts: string[] = []
  onTestFinished(onTold(({ text }) => toasts.push(text)))
  await openScreen(`/admin?id=${first.id}`)
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  const waiting = { decision: 'approve', by: 'Ida', isMine: true, refused: null } as const
  now = { ...first, waiting: { ...waiting, takesEffectAt: Date.now() + effectMs } }
  await userEvent.keyboard('a')
  await page.getByRole('link', { name: 'Kim Lee to @rosa' }).click()
  await expect.element(page.getByRole('heading', { name: 'Third', exact: true })).toBeVisible()
  const done = () =>
    pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name, args }) => ({ name, args })))
  return { done, toasts, firstIs: (said: Partial<DeskQuestionAnswer>) => (now = { ...first, ...said }) }
}

const undoOfFirst = { name: 'question.undo', args: { questionId: first.id } }
const undoButton = page.getByRole('button', { name: 'Undo: First' })

test('a decision can be undone after a link was followed, by the key too, and the list says so', async () => {
  const { done } = await approveAndLeave(10_000)
  await expect.element(undoButton).toBeVisible()
  await userEvent.keyboard('u')
  await expect.poll(() => done().at(-1)).toEqual(undoOfFirst)
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Undone: “First” is new again\.$/ }))
    .toBeInTheDocument()
  await expect.element(undoButton).not.toBeInTheDocument()
})

test('it can be undone from another part of the desk, which says so', async () => {
  const { done, toasts } = await approveAndLeave(10_000)
  await page.getByRole('link', { name: 'Athlete Feedback' }).click()
  await expect.element(page.getByText('Nothing here yet')).toBeVisible()
  await expect.element(undoButton).toBeVisible()
  await userEvent.keyboard('u')
  await expect.poll(() => done().at(-1)).toEqual(undoOfFirst)
  await expect.poll(() => toasts).toEqual(['Undone: “First” is new again.'])
  await expect.element(undoButton).not.toBeInTheDocument()
})

test.each(['the third request', 'another part'])(
  'S2-2.121 what became of it is told on %s',
  async (where) => {
    const { toasts, firstIs } = await approveAndLeave(0)
    if (where === 'another part') {
      await page.getByRole('link', { name: 'Athlete Feedback' }).click()
      await expect.element(page.getByText('Nothing here yet')).toBeVisible()
    }
    firstIs({ status: 'approved', revision: 2 })
    await expect.poll(() => toasts).toEqual([COPY.approved])
  },
)
