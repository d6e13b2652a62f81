import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { CALLS } from '../../sync/paths.ts'
import { newId } from '../api/new-id.ts'
import { type Device, openDevice } from '../db/device.ts'
import type { Replica } from '../db/replica.ts'
import { fetchAgain, keepVideo, startPrefetch, takeAlong } from './prefetch.ts'
import { keepSendingChoice } from './sending/network-preference.ts'
import { forgetKept, isUnfinished, noteUnfinished } from './unfinished-videos.ts'

const QUESTIONS = ['one', 'two'].map(
  (videoId, dueAt) =>
    ({ status: 'approved', videoId, videoBytes: 4, dueAt, revision: 1 }) as QuestionDocument,
)
const connection = Object.assign(new EventTarget(), { type: 'wifi' })
const MEGABYTE = 1024 ** 2
let quota = 1_000 * MEGABYTE
const HANDED_OUT = {
  fileUrl: '/files/film',
  type: 'video/mp4',
  bytes: 4,
  convertedPercent: null as number | null,
}
/** The network's response to a request for a video's file. */
let answer: () => Response = () => new Response('film')
/** The network's response to a request for a video's ticket. */
let ticket: (videoId: string) => Response
let device: Device
let stop = () => {}

beforeEach(() => {
  connection.type = 'wifi'
  quota = 1_000 * MEGABYTE
  answer = () => new Response('film')
  ticket = () => Response.json(HANDED_OUT)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('navigator', {
    onLine: true,
    connection,
    storage: { estimate: async () => ({ quota, usage: 0 }) },
    locks: { request: (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}) },
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    if (path === CALLS.mediaTicket) return ticket(JSON.parse(String(init?.body)).videoId)
    return path === HANDED_OUT.fileUrl ? answer() : Response.json({ csrf: 'token' })
  })
  device = openDevice(newId())
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const keptIds = async () => (await device.kept.toCollection().primaryKeys()).toSorted()

/** Starts prefetching on the device of an athlete with two open video questions. */
function start(): void {
  const watch = (collection: string, _query: unknown, listener: (rows: unknown[]) => void) => {
    listener(collection === 'questions' ? QUESTIONS : [])
    return () => {}
  }
  stop = startPrefetch(device, { account: 'athlete', watch } as unknown as Replica)
}

/** Starts prefetching on a device whose collections are read later, and returns the functions that tell them. */
function startEmpty() {
  const listeners = new Map<string, (rows: unknown[]) => void>()
  const watch = (collection: string, _query: unknown, listener: (rows: unknown[]) => void) => {
    listeners.set(collection, listener)
    return () => {}
  }
  stop = startPrefetch(device, { account: 'athlete', watch } as unknown as Replica)
  return {
    questions: (rows = QUESTIONS) => listeners.get('questions')?.(rows),
    answers: () =>
      listeners.get('answers')?.([{ athleteId: 'other', videoId: 'answer', videoBytes: 4, deliveredAt: 1 }]),
  }
}

/** Waits long enough for an unwanted prefetch to show. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))

test('nothing comes by itself on mobile data, and all of it as soon as there is Wi-Fi', async () => {
  connection.type = 'cellular'
  start()
  await aMoment()
  expect(await keptIds()).toEqual([])
  connection.type = 'wifi'
  connection.dispatchEvent(new Event('change'))
  await vi.waitFor(async () => expect(await keptIds()).toEqual(['one', 'two']), 30_000)
})

test('a switch that is turned off again is enough', async () => {
  await keepSendingChoice(device, { saveData: true })
  start()
  await aMoment()
  expect(await keptIds()).toEqual([])
  await keepSendingChoice(device, { saveData: false })
  await vi.waitFor(async () => expect(await keptIds()).toEqual(['one', 'two']), 30_000)
})

test('a video whose bytes stop coming is given up, and comes at the next try', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [first] = QUESTIONS
  answer = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))
  const stalled = vi.fn()
  const taking = takeAlong(device, first ? [first] : []).then(stalled)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stalled.mock.calls).toEqual([['cut-off']])
  }, 30_000)
  await taking
  vi.useRealTimers()
  answer = () => new Response('film')
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
})

test('what was taken along stays on a plane, however little room its recordings leave', async () => {
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  quota = 10
  Object.assign(navigator, { onLine: false })
  start()
  await aMoment()
  expect(await keptIds()).toEqual(['one', 'two'])
  Object.assign(navigator, { onLine: true })
  connection.dispatchEvent(new Event('change'))
  await vi.waitFor(async () => expect(await keptIds()).toEqual([]), 30_000)
})

test('taken along by hand they come on mobile data too', async () => {
  connection.type = 'cellular'
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  expect(await keptIds()).toEqual(['one', 'two'])
})

test('what did not come along says why: a cut line, a server that says no, no room, more than is ever kept', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await takeAlong(device, QUESTIONS)).toBe('cut-off')
  answer = () => new Response('', { status: 410 })
  expect(await takeAlong(device, QUESTIONS)).toBe('refused')
  answer = () => new Response('film')
  quota = 50
  expect(await takeAlong(device, QUESTIONS), 'a tenth of the room holds one').toBe('no-room')
  expect(await keptIds()).toEqual(['one'])
  quota = 100_000 * MEGABYTE
  const large = QUESTIONS.map((each) => ({ ...each, videoBytes: 900 * MEGABYTE }))
  expect(await takeAlong(device, large)).toBe('too-much')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await takeAlong(device, QUESTIONS)).toBe('no-room')
})

test.each([
  ['questions', 'answers'],
  ['answers', 'questions'],
] as const)(
  'a start without a network, on which the %s are read first, deletes nothing that is wanted',
  async (first, second) => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false })
    const film = { blob: new Blob(['film']), bytes: 4, type: 'video/mp4', dueAt: 0 }
    for (const videoId of ['one', 'two', 'answer', 'old']) await device.kept.put({ videoId, ...film })
    const tell = startEmpty()
    tell[first]()
    await aMoment()
    expect(await keptIds(), 'until both are known').toEqual(['answer', 'old', 'one', 'two'])
    tell[second]()
    await vi.waitFor(async () => expect(await keptIds()).toEqual(['answer', 'one', 'two']), 30_000)
  },
)

/** Tells the prefetch to look again, twice, as a network that comes and goes does. */
async function lookAgain(): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    connection.dispatchEvent(new Event('change'))
    await aMoment()
  }
}

test('a full phone downloads one video in vain, and no more until something was deleted from it', async () => {
  await device.kept.put({ videoId: 'asked', blob: new Blob(), bytes: 0, type: '', dueAt: 0, askedFor: 1 })
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (this.name === 'kept') throw new DOMException('', 'QuotaExceededError')
    return put.apply(this, row)
  })
  const download = vi.fn(() => new Response('film'))
  answer = download
  start()
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce(), 30_000)
  await aMoment()
  await lookAgain()
  expect(download).toHaveBeenCalledOnce()
  full.mockRestore()
  await device.kept.delete('asked')
  await lookAgain()
  await vi.waitFor(async () => expect(await keptIds()).toEqual(['one', 'two']), 30_000)
})

test('a video that the server does not know is asked for again once its question has changed', async () => {
  const asked: string[] = []
  ticket = (videoId) => {
    asked.push(videoId)
    return videoId === 'one'
      ? Response.json({ refusal: { code: 'not-found' } }, { status: 404 })
      : Response.json(HANDED_OUT)
  }
  const tell = startEmpty()
  tell.questions()
  tell.answers()
  await vi.waitFor(async () => expect(await keptIds()).toEqual(['answer', 'two']), 30_000)
  await lookAgain()
  expect(asked).toEqual(['one', 'two', 'answer'])
  tell.questions(QUESTIONS.map((each) => ({ ...each, revision: 2 })))
  await vi.waitFor(() => expect(asked).toEqual(['one', 'two', 'answer', 'one']), 30_000)
})

/** Marks both videos as being converted, and counts the downloads from now on. */
function convert() {
  const download = vi.fn(() => new Response('copy'))
  answer = download
  ticket = () => Response.json({ ...HANDED_OUT, convertedPercent: 40 })
  return download
}

const filmOf = async (videoId: string) => (await device.kept.get(videoId))?.blob.text()

test('a video that came while it was converted comes once more when it is ready, and stays asked for', async () => {
  const copies = convert()
  start()
  await vi.waitFor(async () => expect(await keptIds()).toEqual(['one', 'two']), 30_000)
  await device.kept.update('one', { askedFor: 1 })
  await lookAgain()
  expect(copies, 'not while nothing else is there').toHaveBeenCalledTimes(2)
  const films = vi.fn(() => new Response('for all'))
  answer = films
  ticket = () => Response.json({ ...HANDED_OUT, bytes: 7 })
  await lookAgain()
  await vi.waitFor(async () => expect(await filmOf('two')).toBe('for all'), 30_000)
  expect(await filmOf('one')).toBe('for all')
  expect((await device.kept.get('one'))?.askedFor).toBe(1)
  await lookAgain()
  expect(films, 'and no third time').toHaveBeenCalledTimes(2)
})

test('what did not play here is asked for again, and fetched only where the server has another version', async () => {
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  const films = vi.fn(() => new Response('for all'))
  answer = films
  await noteUnfinished(device, 'one')
  await noteUnfinished(device, 'given up')
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  expect(films).not.toHaveBeenCalled()
  expect(await device.settings.toCollection().primaryKeys()).toEqual([])
  await noteUnfinished(device, 'one')
  ticket = () => Response.json({ ...HANDED_OUT, bytes: 7 })
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  expect([await filmOf('one'), await filmOf('two')]).toEqual(['for all', 'film'])
})

test('an answer saved by hand that belongs to no list comes again, too', async () => {
  convert()
  expect(await keepVideo(device, { videoId: 'old', token: 'link' })).toBe(true)
  answer = () => new Response('for all')
  ticket = () => Response.json({ ...HANDED_OUT, bytes: 7 })
  start()
  await vi.waitFor(async () => expect(await filmOf('old')).toBe('for all'), 30_000)
  expect((await device.kept.get('old'))?.askedFor).toBe(1)
})

test('an answer that was removed stays removed: its note goes with it, and a fetch under way does not bring it back', async () => {
  convert()
  const saved = { videoId: 'old', token: 'link' }
  expect(await keepVideo(device, saved)).toBe(true)
  const { promise: whileFetched, resolve: begun } = Promise.withResolvers<void>()
  const { promise: removed, resolve: goOn } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === HANDED_OUT.fileUrl) return new Response('film')
    if (path === CALLS.mediaTicket && JSON.parse(String(init?.body)).videoId === 'old')
      return Response.json({ ...HANDED_OUT, bytes: 7, fileUrl: '/files/old' })
    if (path !== '/files/old') return Response.json(HANDED_OUT)
    begun()
    await removed
    return new Response('for all')
  })
  start()
  await whileFetched
  await forgetKept(device, 'old')
  goOn()
  await aMoment()
  expect(await keptIds()).not.toContain('old')
  expect(await device.settings.toCollection().primaryKeys()).toEqual([])
  await noteUnfinished(device, 'old')
  expect(await isUnfinished(device, 'old'), 'a note alone').toBe(false)
})

test('the private page fetches a copy again only where videos may be fetched ahead, and leaves its mark', async () => {
  expect(await takeAlong(device, QUESTIONS)).toBe('all')
  await noteUnfinished(device, 'one')
  const films = vi.fn(() => new Response('for all'))
  answer = films
  ticket = () => Response.json({ ...HANDED_OUT, bytes: 7 })
  const one = { videoId: 'one', token: 'link' }
  connection.type = 'cellular'
  await fetchAgain(device, one)
  connection.type = 'wifi'
  await keepSendingChoice(device, { saveData: true })
  await fetchAgain(device, one)
  expect(films).not.toHaveBeenCalled()
  await keepSendingChoice(device, { saveData: false })
  await fetchAgain(device, one)
  expect(await filmOf('one')).toBe('for all')
  expect((await device.kept.get('one'))?.askedFor, 'nobody asked to keep it').toBeUndefined()
  await fetchAgain(device, one)
  expect(films).toHaveBeenCalledOnce()
})
