import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { closeDevice, type Device, deviceName, openDevice, type TakeRow } from '../../db/device.ts'
import { discardDraft, saveDraft } from '../drafts.ts'
import { appendIntent } from '../outbox.ts'
import { forgetCleared, keptVideo } from '../prefetch.ts'
import { prepareAnnouncement } from '../sending/announce.ts'
import { forgetLost, readLost } from '../sending/missing-files.ts'
import { drainOutbox } from '../sending/push-outbox.ts'
import { takeVideo } from '../sending/video-bytes.ts'
import { appendChunk, beginTake, declaredOf, discardTake, keepTake } from '../takes.ts'
import { keepUploadEnd, nextTake, readQueue } from '../upload/upload-order.ts'
import { watchLost } from './lost-storage.ts'
import { PROFILE_EDIT } from './unsent.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
beforeEach(() => stored.clear())

async function kept(device: Device, about?: string): Promise<TakeRow> {
  const saved = await keepTake(device, {
    ...{ id: newId(), questionId: newId(), purpose: 'answer', type: 'video/webm', durationMs: 34_000 },
    ...{ source: 'recorded', recordedAt: 1, dueAt: null, about, blob: new Blob(['film']) },
  })
  if (!saved.ok) throw new Error(saved.notSaved)
  return saved.value
}

/** Opens a page on the device for a moment. */
async function open(device: Device, isNoted: () => boolean = () => true): Promise<void> {
  const stop = await watchLost(device)
  await vi.waitFor(() => expect(isNoted()).toBe(true), 30_000)
  stop()
}

/** Deletes the account's database, as a browser does to free space. */
async function clearedByBrowser(account: string): Promise<Device> {
  closeDevice(account)
  await new Promise((done) => {
    indexedDB.deleteDatabase(deviceName(account)).onsuccess = done
  })
  return openDevice(account)
}

test('so is what was decided and begun there, each counted once: an answer by its take, and nothing that has left', async () => {
  const account = newId()
  const device = openDevice(account)
  await announce(device, await kept(device))
  for (const note of ['', 'Not my sport.'])
    await appendIntent(device, { name: 'question.decline', args: { questionId: newId(), note } })
  await saveDraft(device, { id: newId(), athleteId: newId(), body: '{}' })
  await discardDraft(device, newId())
  await device.settings.put({ key: PROFILE_EDIT, value: { isChanged: true } })
  await appendIntent(device, { name: 'feedback.send', args: { feedbackId: newId(), content: 'Hello' } })
  await device.outbox.filter(({ name }) => name === 'feedback.send').modify({ state: 'settled' })
  await open(device, () => stored.size > 0)
  const again = await clearedByBrowser(account)
  await open(again)
  expect(await readLost(again)).toMatchObject({ takes: [{}], changes: 2, drafts: 2 })
})

test('what a former version noted is understood', async () => {
  const device = openDevice(newId())
  const take = { id: newId(), questionId: newId(), durationMs: 1 }
  stored.set(`infield.held.${device.account}`, JSON.stringify({ database: 'before', takes: [take] }))
  await open(device)
  expect(await readLost(device)).toEqual({ takes: [take], changes: 0, drafts: 0 })
})

test('a database that the browser cleared is noticed, with what was recorded and not sent', async () => {
  const account = newId()
  const device = openDevice(account)
  const { id, questionId } = await kept(device, 'My start')
  await open(device, () => stored.size > 0)
  const again = await clearedByBrowser(account)
  await open(again)
  // The notice carries the question's subject, because the documents that hold it were cleared as well.
  expect(await readLost(again)).toEqual({
    takes: [{ id, questionId, durationMs: 34_000, about: 'My start' }],
    ...{ changes: 0, drafts: 0 },
  })
  await forgetLost(again)
  await open(again, () => stored.size === 0)
  expect(await readLost(again)).toBeNull()
})

describe('two pages that open at once', () => {
  const openTwo = async (device: Device) => {
    const stops = await Promise.all([watchLost(device), watchLost(device)])
    return () => stops.map((stop) => stop())
  }

  test('at the first sign-in miss nothing later', async () => {
    const device = openDevice(newId())
    const noted = vi.spyOn(stored, 'set')
    const stop = await openTwo(device)
    await kept(device)
    await vi.waitFor(() => expect(noted.mock.calls.length).toBeGreaterThan(1), 30_000)
    stop()
    const databases = new Set(noted.mock.calls.map(([, mark]) => JSON.parse(mark).database))
    noted.mockRestore()
    expect([...databases]).toEqual([(await device.settings.get('database'))?.value])
    await open(device)
    expect(await readLost(device)).toBeNull()
  })

  test('count once what was cleared', async () => {
    const account = newId()
    const device = openDevice(account)
    await appendIntent(device, { name: 'question.decline', args: { questionId: newId(), note: '' } })
    await kept(device)
    await open(device, () => JSON.parse([...stored.values()][0] ?? '{}').held?.changes === 1)
    const again = await clearedByBrowser(account)
    const stop = await openTwo(again)
    stop()
    expect(await readLost(again)).toMatchObject({ takes: [{}], changes: 1 })
  })
})

test('what its owner deleted, and what is there, is not missed', async () => {
  const device = openDevice(newId())
  const { id } = await kept(device)
  await kept(device)
  await open(device, () => stored.size > 0)
  await discardTake(device, id)
  await open(device)
  expect(await readLost(device)).toBeNull()
})

test('what was recorded after the browser had cleared the database of an open page is not missed', async () => {
  const device = openDevice(newId())
  await kept(device)
  await open(device, () => stored.size > 0)
  await device.settings.clear()
  await open(device)
  expect(await readLost(device)).toBeNull()
})

const announce = (device: Device, take: TakeRow) =>
  prepareAnnouncement(device, take, {
    intent: {
      name: 'answer.submit',
      args: { answerId: newId(), questionId: take.questionId, video: declaredOf(take), recordedAt: 1 },
    },
  })()
const lostOf = async (device: Device) => (await readLost(device))?.takes.map(({ id }) => id).sort()

describe('a take without its bytes leaves the lists and is told of, and is no longer announced', () => {
  const networkError = {
    ok: false,
    offline: true,
    reason: 'network',
    status: null,
    retryAfterMs: null,
  } as const
  const looks = {
    'the look at the start': (device: Device) => open(device),
    'the outbox': (device: Device) => drainOutbox(device, async () => networkError),
  }
  test.each([
    ['the look at the start', 'the outbox'],
    ['the outbox', 'the look at the start'],
  ] as const)('whichever comes first: %s, then %s', async (first, second) => {
    const device = openDevice(newId())
    const [one, other] = [await kept(device), await kept(device)]
    for (const take of [one, other]) await announce(device, take)
    await appendIntent(device, { name: 'question.decline', args: { questionId: one.questionId, note: '' } })
    await device.outbox.where({ subject: other.questionId }).modify({ tries: 1 })
    await device.videos.clear()
    const expected = [one.id, other.id].sort()
    await looks[first](device)
    expect(await lostOf(device)).toEqual(expected)
    await looks[second](device)
    expect(await lostOf(device)).toEqual(expected)
    expect(await device.takes.count()).toBe(0)
    expect((await device.outbox.toArray()).map(({ name }) => name).sort()).toEqual([
      'answer.submit',
      'question.decline',
    ])
  })
})

describe('one that is listed and can no longer be read', () => {
  const clear = () =>
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotFoundError'))
  afterEach(() => vi.restoreAllMocks())

  test('leaves the queue when its bytes are to be sent, and everything else goes on', async () => {
    const device = openDevice(newId())
    const [cleared, whole] = [await kept(device), await kept(device)]
    for (const take of [cleared, whole]) await announce(device, take)
    await device.outbox.toCollection().modify({ tries: 1, state: 'settled' })
    clear()
    expect(await takeVideo(device, cleared.id)).toBeNull()
    await keepUploadEnd(device, cleared, { end: 'lost' })
    expect(await lostOf(device)).toEqual([cleared.id])
    const { takes, entries } = await readQueue(device)
    expect(nextTake(takes, entries)?.id).toBe(whole.id)
  })

  test('is not taken for lost over a passing error', async () => {
    const device = openDevice(newId())
    const { id } = await kept(device)
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
    expect(await takeVideo(device, id)).toBeInstanceOf(Blob)
  })

  test('kept to be played without a network, it is not said to be here', async () => {
    const device = openDevice(newId())
    const videoId = newId()
    const row = { videoId, blob: new Blob(['film']), bytes: 4, type: 'video/mp4', dueAt: 1 }
    await device.kept.put(row)
    expect(await keptVideo(device, videoId)).toBeInstanceOf(Blob)
    clear()
    expect(await keptVideo(device, videoId)).toBe('cleared')
    await forgetCleared(device, videoId)
    expect(await keptVideo(device, videoId)).toBeNull()
  })
})

test('an unfinished recording whose seconds are gone is told of, and one that has just begun is not', async () => {
  const device = openDevice(newId())
  const shot = {
    purpose: 'answer',
    type: 'video/webm',
    source: 'recorded',
    recordedAt: 1,
    dueAt: null,
  } as const
  const [begun, running] = [newId(), newId()]
  for (const id of [begun, running]) await beginTake(device, { id, questionId: newId(), ...shot })
  await appendChunk(device, { takeId: running, seq: 1, blob: new Blob(['one']), durationMs: 1_000 })
  await open(device)
  expect(await readLost(device)).toBeNull()
  await device.chunks.clear()
  await open(device)
  expect(await lostOf(device)).toEqual([running])
})
