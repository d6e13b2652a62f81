import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RefusalCode } from '../../sync/errors.ts'
import type { Outcome, PushedIntent, PushRequest } from '../../sync/protocol.ts'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import type { NewIntent } from './outbox.ts'
import { sendNow, TRIED_AGAIN_MS, takeId } from './send-now.ts'

type Answers = 'settled' | 'lost' | RefusalCode

const device = openDevice(newId())
let seen: PushedIntent[] = []
let now: Answers = 'settled'

const outcomeOf = (id: string, answers: Exclude<Answers, 'lost'>): Outcome =>
  answers === 'settled'
    ? { id, state: 'settled', value: {} }
    : { id, state: 'refused', refusal: { code: answers } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('/sync/push')) return Response.json({ csrf: 'token' })
    const { intents } = JSON.parse(String(init?.body)) as PushRequest
    seen.push(...intents)
    const answers = now
    if (answers === 'lost') return new Response('', { status: 500 })
    return Response.json({ outcomes: intents.map(({ id }) => outcomeOf(id, answers)) })
  })
  seen = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends an intent at once to a server that answers so, and returns the id that it was sent under. */
async function sent(intent: NewIntent, answers: Answers): Promise<string | undefined> {
  now = answers
  await sendNow(device, intent)
  return seen.at(-1)?.id
}

describe('an act whose answer was lost', () => {
  const questionId = newId()
  const approve: NewIntent = { name: 'question.approve', args: { questionId, revision: 1 } }
  const undo: NewIntent = { name: 'question.undo', args: { questionId } }

  test('is sent under the same id until it is answered, and then under another', async () => {
    const first = await sent(approve, 'lost')
    expect(await sent(approve, 'settled')).toBe(first)
    expect(await sent(approve, 'settled')).not.toBe(first)
  })

  test.each<Answers>(['settled', 'already-decided'])(
    'is a new act once another one on the same thing was answered: %s',
    async (answers) => {
      const first = await sent(approve, 'lost')
      await sent(undo, answers)
      expect(await sent(approve, 'settled')).not.toBe(first)
    },
  )

  test('is still the same one after an act on something else, one that was lost too, and one that waits for the factor', async () => {
    const first = await sent(approve, 'lost')
    await sent({ name: 'question.undo', args: { questionId: newId() } }, 'settled')
    await sent(undo, 'lost')
    await sent(undo, 'step-up-wanted')
    expect(await sent(approve, 'settled')).toBe(first)
  })

  test('is the same one for as long after its answer was lost, however late that was known', async () => {
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.startsWith('/sync/push')) return Response.json({ csrf: 'token' })
      seen.push(...(JSON.parse(String(init?.body)) as PushRequest).intents)
      // The computer slept while the act was on its way.
      if (seen.length === 1) vi.setSystemTime(Date.now() + 2 * TRIED_AGAIN_MS)
      return new Response('', { status: 500 })
    })
    const first = await sent(approve, 'lost')
    vi.setSystemTime(Date.now() + TRIED_AGAIN_MS - 1)
    expect(await sent(approve, 'lost')).toBe(first)
  })

  test('is a new act a quarter of an hour after its last try', async () => {
    const first = await sent(approve, 'lost')
    vi.setSystemTime(Date.now() + TRIED_AGAIN_MS - 1)
    expect(await sent(approve, 'lost')).toBe(first)
    vi.setSystemTime(Date.now() + TRIED_AGAIN_MS - 1)
    expect(await sent(approve, 'lost')).toBe(first)
    vi.setSystemTime(Date.now() + TRIED_AGAIN_MS)
    expect(await sent(approve, 'settled')).not.toBe(first)
  })

  test('is a new one where a status was changed, changed back, and is changed again', async () => {
    const [itemId, was] = [newId(), { status: 'New', notes: '' }] as const
    const done = { status: 'Completed', notes: '' } as const
    const change = (before: object, after: object) =>
      ({ name: 'inbox.update', args: { inbox: 'contact', itemId, before, now: after } }) as NewIntent
    const first = await sent(change(was, done), 'lost')
    await sent(change(done, was), 'settled')
    expect(await sent(change(was, done), 'settled')).not.toBe(first)
  })
})

describe('an act that the server does only where it still changes something', () => {
  const [personId, questionId, payoutId, codeId] = [newId(), newId(), newId(), newId()]
  const edits = { paused: false, promo: false, tags: [], tiktokEmbeds: [] }
  test.each<NewIntent>([
    { name: 'sessions.end', args: { endingId: newId(), email: 'nora@infield.test' } },
    { name: 'trouble.retry', args: { of: 'mail', troubleId: newId() } },
    { name: 'trouble.drop', args: { of: 'mail', troubleId: newId(), reason: 'Gone' } },
    { name: 'athlete.edit', args: { personId, before: { ...edits, paused: true }, now: edits } },
    { name: 'athlete.restore', args: { personId } },
    { name: 'payout.begin', args: { payoutId, amountCents: 500, handle: '@nora' } },
    { name: 'question.take', args: { questionId, from: null } },
    { name: 'question.release', args: { questionId } },
    { name: 'digest.switch', args: { personId, isOn: true } },
    { name: 'code.end', args: { codeId } },
    { name: 'code.restore', args: { codeId } },
    { name: 'team.set-role', args: { personId, deskRole: 'support' } },
    { name: 'team.remove', args: { personId } },
  ])(
    'is sent under another id after its answer was lost, because its thing may have changed back: $name',
    async (act) => {
      const first = await sent(act, 'lost')
      expect(await sent(act, 'settled')).not.toBe(first)
    },
  )

  test.each([
    { name: 'sessions.end', args: { email: 'nora@infield.test' } },
    { name: 'picture.request', args: { personId, place: 'profile' } },
  ] as const)('makes another thing each time: $name', (act) => {
    const id = takeId('anew', act)
    expect(takeId('anew', act)).not.toBe(id)
  })

  test('a listing is put back anew after a card that took it out again', async () => {
    const restore: NewIntent = { name: 'athlete.restore', args: { personId } }
    const first = await sent(restore, 'lost')
    await sent(
      { name: 'athlete.card', args: { cardId: newId(), personId, card: 'red', reason: 'Why' } },
      'settled',
    )
    expect(await sent(restore, 'settled')).not.toBe(first)
  })
})

describe('the id of a thing that an act makes', () => {
  const personId = newId()
  const [hold, card, block, invite] = [
    { name: 'payouts.hold', args: { personId, reason: 'Why' } },
    { name: 'athlete.card', args: { personId, card: 'red', reason: 'Why' } },
    { name: 'block.add', args: { email: 'a@x.test', reason: 'Why' } },
    { name: 'team.invite', args: { email: 'bea@infield.test', deskRole: 'support' } },
  ] as const

  test('is another one once an act on that thing was answered', async () => {
    const holdId = takeId('hold', hold)
    expect(takeId('hold', hold)).toBe(holdId)
    await sent({ name: 'payouts.resume', args: { holdId, reason: 'All is well' } }, 'settled')
    expect(takeId('hold', hold)).not.toBe(holdId)
  })

  test.each<[string, typeof hold | typeof card | typeof block | typeof invite, NewIntent]>([
    ['a hold', hold, { name: 'payouts.resume', args: { holdId: newId(), reason: 'All is well' } }],
    ['a card', card, { name: 'athlete.restore', args: { personId } }],
    ['a block', block, { name: 'block.lift', args: { blockId: newId() } }],
    ['an invitation', invite, { name: 'team.withdraw', args: { inviteId: newId() } }],
    ['a member', invite, { name: 'team.remove', args: { personId } }],
  ])('is another one once what stands in its place was taken back: %s', async (name, act, back) => {
    const id = takeId(name, act)
    await sent(back, 'settled')
    expect(takeId(name, act)).not.toBe(id)
  })

  test('stays after an act on another athlete, or of another kind on the same one', async () => {
    const cardId = takeId('card of one', card)
    await sent({ name: 'athlete.restore', args: { personId: newId() } }, 'settled')
    await sent({ name: 'team.remove', args: { personId } }, 'settled')
    expect(takeId('card of one', card)).toBe(cardId)
  })
})
