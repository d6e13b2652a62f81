import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { holdBackReload } from '../api/reload-page.ts'
import { underLock } from './page-lock.ts'
import { reloadOnReturn } from './reload-on-return.ts'

const heard = new Map<string, ((event: { persisted: boolean }) => void)[]>()
const tell = (type: string) => (event: { persisted: boolean }) => {
  for (const listener of heard.get(type) ?? []) listener(event)
}
const [leave, comeBack] = [tell('pagehide'), tell('pageshow')]
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('addEventListener', (type: string, listener: never) => {
    heard.set(type, [...(heard.get(type) ?? []), listener])
  })
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Holds a lock as a page does that was suspended: it answers nobody. */
function holdSuspended(name: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const taken = navigator.locks.request(name, () => promise).catch((error: Error) => error.name)
  onTestFinished(() => end())
  return taken
}

/** Holds a lock as a page does that lives. */
function holdAlive(name: string) {
  const { promise, resolve: end } = Promise.withResolvers<string>()
  const lost = vi.fn()
  const ended = underLock(name, (signal) => {
    signal.addEventListener('abort', lost)
    return promise
  })
  return { lost, ended, end: () => end('done') }
}

/** Resolves once a page has given a sign of life for this lock. */
function signOfLife(name: string): Promise<void> {
  const channel = new BroadcastChannel(`lock ${name}`)
  onTestFinished(() => channel.close())
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => data === 'here' && resolve()
  })
}

test('the lock of a suspended page goes to one that is looked at', async () => {
  const name = newId()
  const taken = holdSuspended(name)
  const act = vi.fn(async () => 'mine')
  const mine = underLock(name, act)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(act).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(await mine).toBe('mine')
  expect(await taken).toBe('AbortError')
})

test('a page that lives keeps its lock, and gives it up once it is suspended', async () => {
  const name = newId()
  const alive = holdAlive(name)
  const act = vi.fn(async () => 'mine')
  const answered = signOfLife(name)
  const mine = underLock(name, act)
  await vi.advanceTimersByTimeAsync(500)
  await answered
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).not.toHaveBeenCalled()
  alive.end()
  expect(await alive.ended).toBe('done')
  expect(await mine).toBe('mine')
  expect(alive.lost).not.toHaveBeenCalled()
})

test('a page that lost its lock hears it, and is told by an error', async () => {
  const name = newId()
  const alive = holdAlive(name)
  const error = alive.ended.catch(({ name }: Error) => name)
  await navigator.locks.request(name, { steal: true }, async () => {})
  expect(await error).toBe('AbortError')
  expect(alive.lost).toHaveBeenCalledOnce()
})

test('a page that nobody looks at takes no lock until somebody does', async () => {
  const shown = { visibilityState: 'hidden' }
  vi.stubGlobal('document', shown)
  const name = newId()
  void holdSuspended(name)
  const act = vi.fn(async () => 'mine')
  const mine = underLock(name, act)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).not.toHaveBeenCalled()
  shown.visibilityState = 'visible'
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await mine).toBe('mine')
})

test('a page that stops waiting asks nobody any more', async () => {
  const name = newId()
  const taken = vi.fn()
  void holdSuspended(name).then(taken)
  const stopping = new AbortController()
  const mine = underLock(name, async () => {}, stopping.signal)
  const error = mine.catch(({ name }: Error) => name)
  stopping.abort()
  expect(await error).toBe('AbortError')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken).not.toHaveBeenCalled()
})

test('a page that is left and kept lets go of what it holds and waits for, and begins anew when it is back', async () => {
  reloadOnReturn()
  const [held, wanted] = [newId(), newId()]
  void holdSuspended(wanted)
  const act = vi.fn(async () => {})
  const both = [underLock(held, () => new Promise(() => {})), underLock(wanted, act)]
  const ends = Promise.allSettled(both)
  await navigator.locks.query()
  leave({ persisted: false })
  expect(await navigator.locks.request(held, { ifAvailable: true }, (lock) => lock), 'still held').toBeNull()

  leave({ persisted: true })
  expect(await ends).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await navigator.locks.request(held, () => {})
  await expect(underLock(newId(), act), 'nothing is begun').rejects.toThrow()
  const { promise: recorded, resolve: stopRecording } = Promise.withResolvers<void>()
  holdBackReload(recorded)
  comeBack({ persisted: true })
  await navigator.locks.query()
  expect(reload, 'a recording is in memory').not.toHaveBeenCalled()
  stopRecording()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(act).not.toHaveBeenCalled()
  await underLock(newId(), act)
  expect(act).toHaveBeenCalledOnce()
})
