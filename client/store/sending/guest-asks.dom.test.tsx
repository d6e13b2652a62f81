import { expect, test, vi } from 'vitest'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { saveDraft } from '../drafts.ts'
import { appendIntent } from '../outbox.ts'
import { sendTakes } from '../upload/uploads.ts'
import { ensureWork } from './sync-runner.ts'

vi.mock('../upload/uploads.ts', () => ({ sendTakes: vi.fn(async () => ({ left: 'nothing' })) }))

test('S1-4.25 what a guest submitted is sent from the account that they sign in to, and nothing else of theirs', async () => {
  const guest = openDevice('guest')
  const questionId = newId()
  await saveDraft(guest, { id: newId(), athleteId: newId(), body: 'Why?' })
  await appendIntent(guest, { name: 'waitlist.send', args: { email: 'ada@infield.test' } } as never)
  await appendIntent(guest, { name: 'question.ask', args: { questionId } })
  await guest.takes.add({ id: newId(), purpose: 'question', questionId: newId(), state: 'queued' } as TakeRow)
  const session = sessionOf('basic')
  const account = session.person?.id ?? ''
  answer('session', session)
  const pushes = settleEverything()
  await refreshSession()
  ensureWork(account)
  await expect.poll(() => pushedNames(pushes)).toEqual(['question.ask'])
  expect(pushes.map(({ body }) => (body as PushRequest).account)).toEqual([account])
  await expect
    .poll(() => vi.mocked(sendTakes).mock.calls.map(([{ account: owner }, , by]) => [owner, by]))
    .toEqual([['guest', account]])
  const states = async () => (await guest.outbox.toArray()).map(({ name, state }) => [name, state])
  await expect.poll(states).toContainEqual(['question.ask', 'settled'])
  expect((await states()).filter(([, state]) => state === 'waiting')).toHaveLength(1)
})
