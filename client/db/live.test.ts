import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STREAM_BEAT } from '../../sync/limits.ts'
import type { StreamEvent } from '../../sync/protocol.ts'
import { type EventSourceLike, type Live, openLive } from './live.ts'

/** A fake event stream whose other end is the test. */
class TestStream extends EventTarget {
  readyState = 1
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
  }

  say(event: string, data: unknown): void {
    this.dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }))
  }

  fail(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = 2
  }
}

let open: Live[] = []

function openTestLive() {
  const streams: TestStream[] = []
  const heard: StreamEvent[] = []
  const lost = vi.fn()
  const connect = (url: string) => {
    const stream = new TestStream(url)
    streams.push(stream)
    return stream as unknown as EventSourceLike
  }
  const live = openLive((event) => heard.push(event), { connect, onLost: lost })
  open.push(live)
  return { streams, heard, lost, live, last: () => streams.at(-1)! }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  for (const live of open) live.close()
  open = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the stream', () => {
  test('says the protocol it speaks and hands on what it hears', () => {
    const { streams, heard, last } = openTestLive()
    last().say('ready', { epoch: 'e' })
    last().say('changed', { collection: 'questions' })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(streams[0]!.url).toBe(`/sync/stream?${new URLSearchParams({ protocol: '1', zone: timeZone })}`)
    expect(heard).toEqual([
      { event: 'ready', data: { epoch: 'e' } },
      { event: 'changed', data: { collection: 'questions' } },
    ])
  })

  test('is left to the browser while that reconnects, and made anew once it has given up', () => {
    const { streams, lost, last } = openTestLive()
    last().say('ready', { epoch: 'e' })
    last().fail(0)
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(1)
    last().fail(2)
    expect(lost).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(2)
  })

  test('is made anew later and later, until one is ready', () => {
    const { streams, last } = openTestLive()
    for (let n = 0; n < 4; n += 1) {
      last().fail(2)
      vi.advanceTimersByTime(2_000 * 2 ** n)
    }
    expect(streams).toHaveLength(5)
    last().say('ready', { epoch: 'e' })
    last().fail(2)
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(6)
  })

  test('a slow reader or a restart comes back; a session that ended does not', () => {
    const { streams, last } = openTestLive()
    last().say('bye', { reason: 'slow' })
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(2)
    last().say('bye', { reason: 'signed-out' })
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(2)
  })

  test('comes back with the network, and not after it was closed', () => {
    const { streams, live, last } = openTestLive()
    last().fail(2)
    window.dispatchEvent(new Event('online'))
    expect(streams).toHaveLength(2)
    live.close()
    window.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(2)
  })

  test('that has fallen silent is made anew, once it was known to send heartbeats', () => {
    const { streams, heard, last } = openTestLive()
    last().say('ready', { epoch: 'e' })
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(1)
    for (let beats = 0; beats < 10; beats += 1) {
      last().say('beat', 1)
      vi.advanceTimersByTime(STREAM_BEAT.everyMs)
    }
    expect(streams).toHaveLength(1)
    vi.advanceTimersByTime(3 * STREAM_BEAT.everyMs)
    expect(streams).toHaveLength(2)
    expect(streams[0]!.readyState).toBe(2)
    expect(heard).toEqual([{ event: 'ready', data: { epoch: 'e' } }])
    // A stream whose session ended is not reopened, however long it stays silent.
    last().say('beat', 1)
    last().say('bye', { reason: 'signed-out' })
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(2)
  })

  test('from which nothing comes for a minute is made anew, and the server is asked for what it may have held back', () => {
    const { streams, lost, live, last } = openTestLive()
    vi.advanceTimersByTime(3 * STREAM_BEAT.everyMs - 1)
    expect([streams.length, lost.mock.calls.length]).toEqual([1, 0])
    vi.advanceTimersByTime(1)
    expect([streams.length, lost.mock.calls.length]).toEqual([2, 1])
    vi.advanceTimersByTime(3 * STREAM_BEAT.everyMs)
    expect([streams.length, lost.mock.calls.length]).toEqual([3, 2])
    last().say('ready', { epoch: 'e' })
    vi.advanceTimersByTime(600_000)
    expect([streams.length, lost.mock.calls.length]).toEqual([3, 2])
    last().fail(2)
    live.close()
    vi.advanceTimersByTime(600_000)
    expect([streams.length, lost.mock.calls.length]).toEqual([3, 3])
  })

  test('that was open when the network went is made anew when it comes back, whatever the browser makes of it', () => {
    const { streams } = openTestLive()
    vi.stubGlobal('navigator', { onLine: false })
    window.dispatchEvent(new Event('offline'))
    vi.stubGlobal('navigator', { onLine: true })
    window.dispatchEvent(new Event('online'))
    expect(streams).toHaveLength(2)
    expect(streams[0]!.readyState).toBe(2)
  })
})
