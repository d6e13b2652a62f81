import { expect, test, vi } from 'vitest'
import type { PushRequest } from '../../../sync/protocol.ts'
import { isOnline, watchConnection } from '../../api/connection.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { saveDraft } from '../drafts.ts'
import { keptAskKey } from '../kept-ask-key.ts'
import { appendIntent } from '../outbox.ts'
import { sendTakes } from '../upload/uploads.ts'
import { sendGuestIntents, sendGuestVideos } from './guest-asks.ts'
import { ensureWork } from './sync-runner.ts'

vi.mock('../upload/uploads.ts', () => ({ sendTakes: vi.fn(async () => ({ left: 'nothing' })) }))

test.each([
  ['the server refuses it from the account', newId],
  ['the account is the athlete who is asked', (account: string) => account],
])('what a guest submitted waits for the guest where %s', async (_where, athleteOf) => {
  const guest = openDevice('guest')
  const account = newId()
  const questionId = newId()
  const ask = { athleteId: athleteOf(account), video: null }
  await guest.settings.put({ key: keptAskKey(questionId), value: { ask, keptAt: Date.now() } })
  await appendIntent(guest, { name: 'question.ask', args: { questionId } })
  const pushes = answer('push', ({ body }) => ({
    outcomes: (body as PushRequest).intents.map(({ id }) => ({
      ...{ id, state: 'refused' as const },
      refusal: { code: 'not-allowed' as const },
    })),
  }))
  expect(await sendGuestIntents(account, false)).toMatchObject({ left: 'later' })
  const [own] = await guest.outbox.toArray()
  expect(pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ id }) => id))).not.toContain(
    own?.id,
  )
  expect((await guest.outbox.toArray()).map(({ state }) => state)).toEqual(['waiting'])
  expect(pushes).toHaveLength(ask.athleteId === account ? 0 : 1)
})

test('S1-4.25 what a guest submitted is sent from the account that they sign in to, and nothing else of theirs', async () => {
  const guest = openDevice('guest')
  const questionId = newId()
  await saveDraft(guest, { id: newId(), athleteId: newId(), body: 'Why?' })
  await appendIntent(guest, { name: 'waitlist.send', args: { email: 'ada@infield.test' } } as never)
  await appendIntent(guest, { name: 'question.ask', args: { questionId } })
  const [videoId, otherId] = [newId(), newId()]
  const ask = { athleteId: newId(), video: { id: videoId } }
  await guest.settings.put({ key: keptAskKey(questionId), value: { ask, keptAt: Date.now() } })
  const take = { purpose: 'question', questionId: newId(), state: 'queued' } as TakeRow
  await guest.takes.bulkAdd([
    { ...take, id: videoId },
    { ...take, id: otherId },
  ])
  const session = sessionOf('basic')
  const account = session.person?.id ?? ''
  answer('session', session)
  const pushes = settleEverything()
  await refreshSession()
  ensureWork(account)
  await expect.poll(() => pushedNames(pushes)).toEqual(['question.ask'])
  expect(pushes.map(({ body }) => (body as PushRequest).account)).toEqual([account])
  await expect
    .poll(() => vi.mocked(sendTakes).mock.calls.map(([{ account: owner }, , to]) => [owner, to?.by]))
    .toEqual([['guest', account]])
  const isWanted = vi.mocked(sendTakes).mock.calls[0]?.[2]?.isWanted
  expect([videoId, otherId].map((id) => isWanted?.({ id } as TakeRow))).toEqual([true, false])
  const states = async () => (await guest.outbox.toArray()).map(({ name, state }) => [name, state])
  await expect.poll(states).toContainEqual(['question.ask', 'settled'])
  expect((await states()).filter(([, state]) => state === 'waiting')).toHaveLength(1)
})

test('a video leaves where the browser reports no network and the server answers all the same', async () => {
  const guest = openDevice('guest')
  const videoId = newId()
  const questionId = newId()
  answer('push', () => new Promise(() => {}))
  await appendIntent(guest, { name: 'question.ask', args: { questionId } })
  const ask = { athleteId: newId(), video: { id: videoId } }
  await guest.settings.put({ key: keptAskKey(questionId), value: { ask, keptAt: Date.now() } })
  await guest.takes.add({ id: videoId, purpose: 'question', questionId, state: 'queued' } as TakeRow)
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  const unwatch = watchConnection(() => {})
  window.dispatchEvent(new Event('offline'))
  expect(isOnline()).toBe(false)
  const account = newId()
  // Again and again, because a later look at the server may be slow and count as no network.
  const sentBy = async () => {
    await sendGuestVideos(account, new AbortController().signal)
    return vi.mocked(sendTakes).mock.calls.map(([, , to]) => to?.by)
  }
  await expect.poll(sentBy).toContain(account)
  unwatch()
})
