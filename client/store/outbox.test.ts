import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import type { Outcome, PushedIntent } from '../../sync/protocol.ts'
import { refuse } from '../../sync/result.ts'
import { newId } from '../api/new-id.ts'
import { closeDevice, type Device, openDevice } from '../db/device.ts'
import { discardDraft, saveDraft } from './drafts.ts'
import { appendIntent, dismissEntry, noteEpoch, retryEntry } from './outbox.ts'
import { OCCASION_MS } from './sending/outbox-rules.ts'
import { drainOutbox, type Push } from './sending/push-outbox.ts'

const networkError = (reason: 'network' | 'server', status: number | null = null) =>
  ({ ok: false, offline: true, reason, status, retryAfterMs: null }) as const
const settled = ({ id }: PushedIntent): Outcome => ({ id, state: 'settled', value: {} })

/** Starts a server that records what it was sent and answers as told. */
function server(answer: (intent: PushedIntent, nth: number) => Outcome = settled) {
  const seen: PushedIntent[] = []
  const push: Push = async (intents) => {
    const outcomes = intents.map((intent) => answer(intent, seen.push(intent)))
    return { ok: true, value: { outcomes } }
  }
  return { seen, push }
}

function freshDevice(): Device {
  return openDevice(newId())
}

const ask = (questionId: string) => ({ name: 'question.ask', args: { questionId } }) as const
const states = async (device: Device) =>
  (await device.outbox.orderBy('counter').toArray()).map((row) => row.state)
const pushedQuestions = (seen: PushedIntent[]) =>
  seen.map(({ args }) => (args as { questionId: string }).questionId)

/** Runs five failing passes, each far enough apart to count as its own occasion. */
async function failOnOccasions(device: Device, push: Push): Promise<void> {
  for (let pass = 0; pass < 5; pass += 1) {
    if (pass > 0) vi.setSystemTime(Date.now() + OCCASION_MS)
    await drainOutbox(device, push)
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the outbox', () => {
  test('keeps the order of a subject, whatever else is sent between', async () => {
    const device = freshDevice()
    const [a, b] = [newId(), newId()]
    await appendIntent(device, ask(a))
    await appendIntent(device, { name: 'question.decline', args: { questionId: a, note: 'first' } })
    await appendIntent(device, ask(b))
    const { seen, push } = server()
    expect(await drainOutbox(device, push)).toEqual({ left: 'nothing' })
    expect(
      seen.filter(({ args }) => (args as { questionId: string }).questionId === a).map(({ name }) => name),
    ).toEqual(['question.ask', 'question.decline'])
    expect(pushedQuestions(seen)).toEqual([a, b, a])
  })

  test('an entry is done only when its outcome was seen: a lost answer sends the same id again', async () => {
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    const { seen, push } = server()
    const lossy: Push = async (intents) => {
      await push(intents)
      return networkError('network')
    }
    expect(await drainOutbox(device, lossy)).toEqual({ left: 'later', afterMs: null })
    expect(await states(device)).toEqual(['waiting'])
    await drainOutbox(device, push)
    expect(await states(device)).toEqual(['settled'])
    expect(seen).toHaveLength(2)
    expect(seen[0]!.id).toBe(seen[1]!.id)
  })

  test('an answer that leaves an entry out leaves it waiting', async () => {
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    const forgetful: Push = async () => ({ ok: true, value: { outcomes: [] } })
    expect(await drainOutbox(device, forgetful)).toEqual({ left: 'later', afterMs: null })
    expect(await states(device)).toEqual(['waiting'])
  })

  test('two drains at once send an entry once', async () => {
    const device = freshDevice()
    for (let n = 0; n < 5; n += 1) await appendIntent(device, ask(newId()))
    const { seen, push } = server()
    await Promise.all([drainOutbox(device, push), drainOutbox(device, push), drainOutbox(device, push)])
    expect(seen).toHaveLength(5)
  })

  test('a device clock a day ahead, then set right, loses nothing and keeps the order', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const device = freshDevice()
    const [first, second, third] = [newId(), newId(), newId()]
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    await appendIntent(device, ask(first))
    const { seen, push } = server()
    await drainOutbox(device, push)
    vi.setSystemTime(Date.UTC(2026, 10, 21))
    await appendIntent(device, ask(second))
    vi.setSystemTime(Date.UTC(1998, 1, 1))
    await appendIntent(device, ask(third))
    expect(await drainOutbox(device, push)).toEqual({ left: 'nothing' })
    expect(pushedQuestions(seen)).toEqual([first, second, third])
  })
})

describe('refusals and errors', () => {
  test('a refusal is kept with its reason until dismissed, and holds nothing back', async () => {
    const device = freshDevice()
    const subject = newId()
    await appendIntent(device, ask(subject))
    await appendIntent(device, { name: 'question.decline', args: { questionId: subject, note: '' } })
    const { push } = server((intent, nth) =>
      nth === 1
        ? { id: intent.id, state: 'refused', refusal: refuse('ask-closed').refusal }
        : settled(intent),
    )
    await drainOutbox(device, push)
    const [refused, after] = await device.outbox.orderBy('counter').toArray()
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'ask-closed' } })
    expect(after!.state).toBe('settled')
    await dismissEntry(device, after!.id)
    await dismissEntry(device, refused!.id)
    expect(await states(device)).toEqual(['settled'])
  })

  test('an outage of a minute, however often it is met, sets nothing aside', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2026, 10, 21))
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    const failing = server(({ id }) => ({ id, state: 'failed' }))
    for (let pass = 0; pass < 20; pass += 1) {
      await drainOutbox(device, pass % 2 ? failing.push : async () => networkError('server', 500))
      vi.setSystemTime(Date.now() + 3_000)
    }
    expect(await states(device)).toEqual(['waiting'])
    await drainOutbox(device, server().push)
    expect(await states(device)).toEqual(['settled'])
  })

  test('an entry that meets 5xx on five occasions is parked, holds back its own subject only, and is tried hourly', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2026, 10, 21))
    const device = freshDevice()
    const poison = newId()
    await appendIntent(device, ask(poison))
    await appendIntent(device, { name: 'question.decline', args: { questionId: poison, note: '' } })
    await appendIntent(device, ask(newId()))
    const { push } = server()
    const failing: Push = async (intents) =>
      intents.some(({ args }) => (args as { questionId: string }).questionId === poison)
        ? networkError('server', 500)
        : push(intents)
    await failOnOccasions(device, failing)
    expect(await states(device)).toEqual(['parked', 'waiting', 'settled'])
    expect(await drainOutbox(device, push)).toEqual({ left: 'nothing' })
    expect(await states(device)).toEqual(['parked', 'waiting', 'settled'])
    vi.setSystemTime(Date.now() + HOUR_MS)
    await drainOutbox(device, push)
    expect(await states(device)).toEqual(['settled', 'settled', 'settled'])
  })

  test('what is set aside is tried at once when the app starts, or the network or the person comes back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    await failOnOccasions(device, async () => networkError('server', 500))
    const { push } = server()
    await drainOutbox(device, push)
    expect(await states(device)).toEqual(['parked'])
    await drainOutbox(device, push, true)
    expect(await states(device)).toEqual(['settled'])
  })

  test('what announces an answer is tried with every pass, whatever its errors were', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const device = freshDevice()
    const video = {
      id: newId(),
      sha256: '',
      bytes: 1,
      type: 'video/mp4',
      durationMs: 1,
      source: 'recorded',
    } as const
    await device.videos.add({ id: video.id, blob: new Blob(['v']) })
    const args = { questionId: newId(), answerId: newId(), video, recordedAt: 1 }
    await appendIntent(device, { name: 'answer.submit', args })
    await failOnOccasions(device, async () => networkError('server', 500))
    expect(await states(device)).toEqual(['parked'])
    await drainOutbox(device, server().push)
    expect(await states(device)).toEqual(['settled'])
  })

  test('its owner may have a parked entry tried at once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    const failing = server(({ id }) => ({ id, state: 'failed' }))
    await failOnOccasions(device, failing.push)
    const [parked] = await device.outbox.toArray()
    expect(parked!.state).toBe('parked')
    await retryEntry(device, parked!.id)
    // The failures start from zero again: one more does not park the entry.
    await drainOutbox(device, failing.push)
    expect(await device.outbox.toArray()).toMatchObject([{ state: 'waiting', failures: 1, parkedAt: null }])
    // An entry that is not parked stays unchanged.
    await retryEntry(device, parked!.id)
    expect(await device.outbox.toArray()).toMatchObject([{ state: 'waiting', failures: 1 }])
    await drainOutbox(device, server().push)
    expect(await states(device)).toEqual(['settled'])
  })

  test('a server being restarted parks nothing', async () => {
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    for (let pass = 0; pass < 9; pass += 1) await drainOutbox(device, async () => networkError('server', 503))
    expect(await states(device)).toEqual(['waiting'])
  })

  test('one malformed entry is refused alone; those sent with it settle', async () => {
    const device = freshDevice()
    const bad = newId()
    for (const subject of [newId(), bad, newId()]) await appendIntent(device, ask(subject))
    const { push } = server()
    const picky: Push = async (intents) =>
      intents.some(({ args }) => (args as { questionId: string }).questionId === bad)
        ? refuse('too-large')
        : push(intents)
    await drainOutbox(device, picky)
    expect(await states(device)).toEqual(['settled', 'refused', 'settled'])
  })

  test('a 401 stops the pass and changes nothing', async () => {
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    expect(await drainOutbox(device, async () => refuse('sign-in-first'))).toEqual({ left: 'sign-in' })
    expect(await states(device)).toEqual(['waiting'])
  })

  test('too many requests says how long to wait', async () => {
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    const end = await drainOutbox(device, async () => refuse('too-many-requests', { retryAfterS: 7 }))
    expect(end).toEqual({ left: 'later', afterMs: 7_000 })
  })
})

describe('a restored server', () => {
  test('is sent once more what was settled in the last 30 days, and once only', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2026, 8, 1))
    const device = freshDevice()
    const { seen, push } = server()
    await noteEpoch(device, 'first')
    await appendIntent(device, ask(newId()))
    await drainOutbox(device, push)
    vi.setSystemTime(Date.UTC(2026, 10, 1))
    await appendIntent(device, ask(newId()))
    await drainOutbox(device, push)
    expect(await noteEpoch(device, 'second')).toBe(true)
    expect(await noteEpoch(device, 'second')).toBe(false)
    await drainOutbox(device, push)
    expect(seen).toHaveLength(3)
    expect(seen[2]!.id).toBe(seen[1]!.id)
  })
})

describe('what is settled', () => {
  test('stays for thirty days, to be sent again to a restored server, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2026, 8, 1))
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    await drainOutbox(device, server().push)
    vi.setSystemTime(Date.UTC(2026, 9, 1))
    await drainOutbox(device, server().push)
    expect(await states(device)).toEqual(['settled'])
    vi.setSystemTime(Date.UTC(2026, 9, 1) + 1)
    await drainOutbox(device, server().push)
    expect(await states(device)).toEqual([])
  })

  test('what waits, is set aside or was refused stays, however old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2026, 8, 1))
    const device = freshDevice()
    await appendIntent(device, ask(newId()))
    await appendIntent(device, ask(newId()))
    const first = (await device.outbox.toArray())[0]!.id
    const { push } = server((intent) =>
      intent.id === first
        ? { id: intent.id, state: 'refused', refusal: refuse('ask-closed').refusal }
        : { id: intent.id, state: 'failed' },
    )
    await drainOutbox(device, push)
    vi.setSystemTime(Date.UTC(2027, 8, 1))
    await drainOutbox(device, async () => networkError('network'))
    expect(await states(device)).toEqual(['refused', 'waiting'])
  })
})

describe('drafts', () => {
  const account = newId()
  const athleteId = newId()
  const bodies = (seen: PushedIntent[]) => seen.map(({ args }) => (args as { body: string }).body)

  test('saved often before it leaves, a draft is one save with the last words', async () => {
    const device = freshDevice()
    const id = newId()
    for (const body of ['W', 'Wh', 'Why']) await saveDraft(device, { id, athleteId, body })
    const { seen, push } = server()
    await drainOutbox(device, push)
    expect(bodies(seen)).toEqual(['Why'])
  })

  test('words written while a save is under way follow it, over the revision it got', async () => {
    const device = freshDevice()
    const id = newId()
    await saveDraft(device, { id, athleteId, body: 'one' })
    const { seen, push } = server((intent, nth) => ({
      id: intent.id,
      state: 'settled',
      value: { draftId: id, revision: nth },
    }))
    let written = false
    await drainOutbox(device, async (intents) => {
      if (!written) await saveDraft(device, { id, athleteId, body: 'two' })
      written = true
      return push(intents)
    })
    expect(bodies(seen)).toEqual(['one', 'two'])
    expect(seen[1]!.id).not.toBe(seen[0]!.id)
    expect(seen[1]!.args).toMatchObject({ draftId: id, base: 1 })
    expect(await device.toldDrafts.get(id)).toMatchObject({ base: 2 })
  })

  test('a draft that lost a race goes on under its own id, not as one more copy with each save', async () => {
    const device = freshDevice()
    const [id, beside] = [newId(), newId()]
    const { seen, push } = server((intent, nth) => ({
      id: intent.id,
      state: 'settled',
      value: { draftId: beside, revision: nth },
    }))
    await saveDraft(device, { id, athleteId, body: 'mine' })
    await drainOutbox(device, push)
    await saveDraft(device, { id, athleteId, body: 'mine too' })
    await drainOutbox(device, push)
    expect(seen[1]!.args).toMatchObject({ draftId: beside, base: 1 })
  })

  test('discarded before it ever left, nothing is sent', async () => {
    const device = openDevice(account)
    const id = newId()
    await saveDraft(device, { id, athleteId, body: 'never mind' })
    await discardDraft(device, id)
    expect(await device.outbox.count()).toBe(0)
    closeDevice(account)
  })

  test('a guest keeps drafts on the device alone', async () => {
    const device = openDevice('guest')
    await saveDraft(device, { id: newId(), athleteId, body: 'hello' })
    expect(await device.outbox.count()).toBe(0)
    expect(await device.drafts.count()).toBe(1)
  })
})
