import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Outcome, PushedIntent, PushRequest } from '../../../sync/protocol.ts'
import { done, refuse } from '../../../sync/result.ts'
import { newId } from '../../api/new-id.ts'
import { type OutboxRow, openDevice } from '../../db/device.ts'
import { discardDraft, saveDraft } from '../drafts.ts'
import { type AskKnown, appendIntent, noteEpoch, pushIntents } from '../outbox.ts'
import { sendNow } from '../send-now.ts'
import { OCCASION_MS } from './outbox-rules.ts'
import { drainOutbox, outboxLock, type Push } from './push-outbox.ts'

const ask = () => ({ name: 'question.ask', args: { questionId: newId() } }) as const
const settled = ({ id }: PushedIntent): Outcome => ({ id, state: 'settled', value: {} })
const settling: Push = async (intents) => ({ ok: true, value: { outcomes: intents.map(settled) } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.UTC(2026, 10, 21))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what says nothing of an entry', () => {
  test.each([502, 503, 504])(
    '%i from a gateway, on however many occasions: nothing is set aside',
    async (status) => {
      const device = openDevice(newId())
      await appendIntent(device, ask())
      for (let occasion = 0; occasion < 9; occasion += 1) {
        const push: Push = async () => ({
          ok: false,
          offline: true,
          reason: 'server',
          status,
          retryAfterMs: 8,
        })
        expect(await drainOutbox(device, push)).toEqual({ left: 'later', afterMs: 8 })
        vi.setSystemTime(Date.now() + OCCASION_MS)
      }
      expect(await device.outbox.toArray()).toMatchObject([{ state: 'waiting', failures: 0 }])
    },
  )

  test.each(['too-many-requests', 'bad-csrf', 'bad-origin', 'outdated-app', 'payments-unreachable'] as const)(
    '%s ends the pass, and refuses no entry',
    async (code) => {
      const device = openDevice(newId())
      await appendIntent(device, ask())
      expect(await drainOutbox(device, async () => refuse(code))).toEqual({ left: 'later', afterMs: null })
      expect(await device.outbox.toArray()).toMatchObject([{ state: 'waiting', refusal: null }])
    },
  )
})

describe('a proxy that refuses a push with a page of its own', () => {
  const page = (status: number) =>
    ({ ok: false, offline: true, reason: 'foreign', status, retryAfterMs: null }) as const
  const announcement = () => {
    const args = { questionId: newId(), answerId: newId(), video: { id: newId() } }
    return { name: 'answer.submit', args } as unknown as ReturnType<typeof ask>
  }

  /** Returns a push through a proxy that blocks these questions, and the names of what went through it alone. */
  function blocking(status: number, questionIds: string[]) {
    const alone: string[] = []
    const push: Push = async (intents) => {
      if (intents.length === 1) alone.push(...intents.map(({ name }) => name))
      const sent = JSON.stringify(intents)
      return questionIds.some((id) => sent.includes(id)) ? page(status) : settling(intents)
    }
    return { push, alone }
  }
  const statesOf = async (device: ReturnType<typeof openDevice>) =>
    (await device.outbox.orderBy('counter').toArray()).map(({ state, failures }) => `${state} ${failures}`)

  test.each([403, 406, 413])(
    '%i for one entry: it waits, the others go, announcements first',
    async (status) => {
      const device = openDevice(newId())
      const blocked = ask()
      for (const intent of [blocked, ask(), announcement()]) await appendIntent(device, intent)
      const { push, alone } = blocking(status, [blocked.args.questionId])
      expect(await drainOutbox(device, push)).toEqual({ left: 'later', afterMs: null })
      expect(await statesOf(device)).toEqual(['waiting 0', 'settled 0', 'settled 0'])
      expect(alone).toEqual(['answer.submit', 'question.ask', 'question.ask'])
    },
  )

  test('after two entries the pass ends, as at a captive portal, and the next one begins with the others', async () => {
    const device = openDevice(newId())
    const intents = [ask(), ask(), ask()]
    for (const intent of intents) await appendIntent(device, intent)
    const questionIds = intents.slice(0, 2).map(({ args }) => args.questionId)
    const { push, alone } = blocking(403, questionIds)
    expect(await drainOutbox(device, push)).toEqual({ left: 'later', afterMs: null })
    expect(alone).toHaveLength(2)
    await drainOutbox(device, push)
    expect(await statesOf(device)).toEqual(['waiting 0', 'waiting 0', 'settled 0'])
  })

  test('two blocked announcements do not stop everything else for ever', async () => {
    const device = openDevice(newId())
    const announced = [announcement(), announcement()]
    for (const intent of [...announced, ask()]) await appendIntent(device, intent)
    const { push } = blocking(
      403,
      announced.map(({ args }) => args.questionId),
    )
    await drainOutbox(device, push)
    await drainOutbox(device, push)
    expect(await statesOf(device)).toEqual(['waiting 0', 'waiting 0', 'settled 0'])
  })

  test.each([200, 401, 407, 408])('%i says nothing of an entry: nothing is sent alone', async (status) => {
    const device = openDevice(newId())
    for (const intent of [ask(), ask()]) await appendIntent(device, intent)
    const push = vi.fn(async () => page(status))
    expect(await drainOutbox(device, push)).toEqual({ left: 'later', afterMs: null })
    expect(push).toHaveBeenCalledOnce()
  })
})

describe('an intent that only a newer server knows', () => {
  const older: Record<string, (id: string) => Outcome> = {
    'of the build before': (id) => ({ id, state: 'failed' }),
    'of a former build, which refuses it for good': (id) => ({
      id,
      state: 'refused',
      refusal: { code: 'unknown-intent' },
    }),
  }

  test.each(Object.entries(older))('waits while the server is one %s', async (_, answer) => {
    const device = openDevice(newId())
    await appendIntent(device, ask())
    await appendIntent(device, ask())
    const [first, second] = (await device.outbox.toArray()) as [OutboxRow, OutboxRow]
    const half: Push = async (intents) => ({
      ok: true,
      value: {
        outcomes: intents.map((intent) =>
          intent.id === first.id ? answer(intent.id) : { id: intent.id, state: 'settled', value: {} },
        ),
      },
    })
    expect(await drainOutbox(device, half)).toEqual({ left: 'later', afterMs: null })
    expect(await device.outbox.toArray()).toMatchObject([
      { state: 'waiting', refusal: null, args: first.args, failures: 1 },
      { state: 'settled', id: second.id },
    ])
    const sent: PushedIntent[] = []
    const newer: Push = (intents) => {
      sent.push(...intents)
      return settling(intents)
    }
    expect(await drainOutbox(device, newer)).toEqual({ left: 'nothing' })
    expect(sent).toMatchObject([{ name: first.name, args: first.args }])
    // A server that refused the intent has stored that refusal under its id, so the retry uses a new id.
    expect(sent[0]?.id === first.id).toBe(answer('').state === 'failed')
  })
})

describe('a draft', () => {
  const refusing: Push = async (intents) => ({
    ok: true,
    value: {
      outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal: refuse('not-found').refusal })),
    },
  })

  test('that is not there is discarded already; any other intent about what is not there is refused', async () => {
    const device = openDevice(newId())
    await discardDraft(device, newId())
    await appendIntent(device, ask())
    await drainOutbox(device, refusing)
    const rows = await device.outbox.toArray()
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['draft.discard', 'settled'],
      ['question.ask', 'refused'],
    ])
  })

  test('whose next save the server may have seen is not rewritten by what the last one came to', async () => {
    const device = openDevice(newId())
    const [id, beside, athleteId] = [newId(), newId(), newId()]
    await saveDraft(device, { id, athleteId, body: 'one' })
    let isFirst = true
    await drainOutbox(device, async (intents) => {
      if (!isFirst) return { ok: false, offline: true, reason: 'network', status: null, retryAfterMs: null }
      isFirst = false
      await saveDraft(device, { id, athleteId, body: 'two' })
      await device.outbox.filter(({ tries }) => tries === 0).modify({ tries: 1 })
      const outcomes = intents.map((intent): Outcome => {
        return { id: intent.id, state: 'settled', value: { draftId: beside, revision: 1 } }
      })
      return { ok: true, value: { outcomes } }
    })
    const [, second] = await device.outbox.orderBy('counter').toArray()
    expect(second).toMatchObject({ subject: id, args: { draftId: id, base: 0, body: 'two' } })
  })
})

test('D98 a draft discarded before the device heard that its save was kept beside another: only its own words go', async () => {
  const device = openDevice(newId())
  const [id, beside, athleteId] = [newId(), newId(), newId()]
  await saveDraft(device, { id, athleteId, body: 'words of this device' })
  // A pass that failed has counted a try, so the save is not withdrawn.
  await device.outbox.toCollection().modify({ tries: 1 })
  await discardDraft(device, id)
  await appendIntent(device, { name: 'question.ask', args: { questionId: id } })
  const sent: PushedIntent[] = []
  await drainOutbox(device, async (intents) => {
    sent.push(...intents)
    const value = { draftId: beside, revision: 1 }
    const outcomes = intents.map((intent): Outcome => ({ id: intent.id, state: 'settled', value }))
    return { ok: true, value: { outcomes } }
  })
  expect(sent.map(({ name, args }) => [name, args])).toEqual([
    ['draft.save', expect.objectContaining({ draftId: id })],
    ['draft.discard', { draftId: beside }],
    ['question.ask', { questionId: id }],
  ])
})

test('a restored server is sent again what was settled within thirty days, also where nothing was sent since', async () => {
  const device = openDevice(newId())
  await noteEpoch(device, 'first')
  await appendIntent(device, ask())
  await drainOutbox(device, settling)
  vi.setSystemTime(Date.UTC(2026, 11, 22))
  await noteEpoch(device, 'second')
  expect(await device.outbox.toArray()).toMatchObject([{ state: 'settled' }])
})

describe('after a failover', () => {
  /**
   * Returns what a device with two settled entries sends again after a failover, given the server's answer about
   * known intents.
   */
  async function told(answer: (ids: string[]) => Awaited<ReturnType<AskKnown>>) {
    const device = openDevice(newId())
    await noteEpoch(device, 'first')
    for (let n = 0; n < 2; n += 1) await appendIntent(device, ask())
    await drainOutbox(device, settling)
    const asked: string[][] = []
    const askKnown: AskKnown = async (_, ids) => {
      asked.push(ids)
      return answer(ids)
    }
    const noted = ['second', 'second'].map((epoch) => noteEpoch(device, epoch, askKnown))
    await Promise.all(noted)
    const again: string[] = []
    await drainOutbox(device, (intents) => {
      again.push(...intents.map(({ id }) => id))
      return settling(intents)
    })
    return { asked, ids: asked[0] ?? [], again }
  }

  test('that lost nothing nothing is sent again, and it is asked about once', async () => {
    const { asked, again } = await told((known) => done({ epoch: 'second', known }))
    expect(asked).toHaveLength(1)
    expect(again).toEqual([])
  })

  test('what the server has lost is sent again, and nothing else', async () => {
    const { ids, again } = await told(([first = '']) => done({ epoch: 'second', known: [first] }))
    expect(again).toEqual([ids[1]])
  })

  test.each<[string, (ids: string[]) => Awaited<ReturnType<AskKnown>>]>([
    ['of the database before', (known) => done({ epoch: 'first', known })],
    ['of a former build', () => refuse('not-found')],
    [
      'that cannot be reached',
      () => ({ ok: false, offline: true, reason: 'server', status: 503, retryAfterMs: null }),
    ],
  ])('a server %s vouches for nothing: all is sent again', async (_, answer) => {
    const { ids, again } = await told(answer)
    expect(again).toEqual(ids)
  })
})

describe('what goes to the server', () => {
  /** Stubs the network with a server that answers as told, and returns the requests that it received. */
  function reach(answer: (request: PushRequest) => Response) {
    const seen: PushRequest[] = []
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.startsWith('/sync/push')) return Response.json({ csrf: 'token' })
      const request = JSON.parse(String(init?.body)) as PushRequest
      seen.push(request)
      return answer(request)
    })
    return seen
  }
  const settles = ({ intents }: PushRequest) => Response.json({ outcomes: intents.map(settled) })

  test('names the account it was written for, and the device, which stays the same', async () => {
    const seen = reach(settles)
    const device = openDevice(newId())
    for (let time = 0; time < 2; time += 1) await pushIntents(device, [])
    expect(seen.map(({ account }) => account)).toEqual([device.account, device.account])
    expect(seen[0]?.device).toBe(seen[1]?.device)
  })

  test('goes there also while this device can neither read nor write what it keeps', async () => {
    const seen = reach(settles)
    const device = openDevice(newId())
    device.close()
    expect(await sendNow(device, ask())).toMatchObject({ ok: true })
    expect(seen).toMatchObject([{ account: device.account, device: expect.any(String) }])
  })
})

test('what a page hears after another one took over its outbox sets nothing aside', async () => {
  const device = openDevice(newId())
  await appendIntent(device, ask())
  const { promise: isPushing, resolve: begin } = Promise.withResolvers<void>()
  const { promise: answer, resolve: give } = Promise.withResolvers<Awaited<ReturnType<Push>>>()
  const pass = drainOutbox(device, async () => {
    begin()
    return answer
  }).catch(({ name }: Error) => name)
  await isPushing
  await navigator.locks.request(outboxLock(device), { steal: true }, () => drainedBy(device))
  expect(await pass).toBe('AbortError')
  give(refuse('bad-shape'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(await device.outbox.toArray()).toMatchObject([{ state: 'settled', refusal: null }])
})

/** Settles every entry, as another page does that has the lock. */
async function drainedBy(device: ReturnType<typeof openDevice>): Promise<void> {
  await device.outbox.toCollection().modify({ state: 'settled' })
}
