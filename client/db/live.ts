import { STREAM_BEAT } from '../../sync/limits.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import { PROTOCOL, type StreamEvent } from '../../sync/protocol.ts'
import { backOffMs } from '../api/back-off.ts'
import { isOnline, watchConnection } from '../api/connection.ts'
import { timeZone } from '../api/time-zone.ts'

/** The part of EventSource that `openLive` needs; tests pass their own. */
export type EventSourceLike = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>
export type LiveOptions = {
  connect?: (url: string) => EventSourceLike
  /**
   * Called when the stream has closed for good and will be reopened later, or when nothing came from it. A request
   * to the server tells why it closed, and what the stream did not tell.
   */
  onLost?: () => void
}
/** Returns the stream's URL with this device's time zone. */
function streamUrl(): string {
  return `${SYNC_PATHS.stream}?${new URLSearchParams({ protocol: String(PROTOCOL), zone: timeZone() })}`
}

export type Live = { close(): void }

const EVENTS: StreamEvent['event'][] = ['ready', 'changed', 'desk', 'bye']
/**
 * How long without a heartbeat before the stream counts as dead, because a lost network may end a stream without an
 * event. A new stream from which nothing comes for as long counts as dead too, because an antivirus or a proxy may
 * hold back what a stream tells.
 */
const DEAF_MS = 3 * STREAM_BEAT.everyMs
const CLOSED = 2

/**
 * Opens the stream of server changes. `ready` comes with every (re)connection and means "look at everything". A
 * browser gives up on a stream that was answered with an error, so this reopens it after growing pauses. It reopens
 * a stream at once that has fallen silent, or that was open when the network went, because a browser would wait
 * many minutes.
 */
export function openLive(listener: (event: StreamEvent) => void, options: LiveOptions = {}): Live {
  const connect = options.connect ?? ((url: string) => new EventSource(url))
  let source: EventSourceLike | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let deaf: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasOnline = isOnline()

  const open = () => {
    clearTimeout(timer)
    clearTimeout(deaf)
    source?.close()
    const opened = connect(streamUrl())
    source = opened
    listenTo(opened, (heard) => {
      if (source !== opened) return
      if (heard.event !== 'changed' && heard.event !== 'desk') clearTimeout(deaf)
      if (heard.event === 'ready') failures = 0
      listener(heard)
      if (heard.event === 'bye' && heard.data.reason !== 'signed-out') reopen(opened)
    })
    deaf = setTimeout(() => {
      options.onLost?.()
      open()
    }, DEAF_MS)
    // After `ready`, only a heartbeat starts the timer, so that a server that sends none is never taken for dead.
    opened.addEventListener(STREAM_BEAT.name, () => {
      if (source !== opened) return
      clearTimeout(deaf)
      deaf = setTimeout(open, DEAF_MS)
    })
    opened.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== CLOSED) return
      options.onLost?.()
      reopen(opened)
    })
  }
  const reopen = (lost: EventSourceLike) => {
    lost.close()
    clearTimeout(timer)
    clearTimeout(deaf)
    timer = setTimeout(open, backOffMs(failures, Math.random()))
    failures += 1
  }
  const unwatch = watchConnection((online) => {
    if (online && (!wasOnline || source?.readyState === CLOSED)) open()
    wasOnline = online
  })

  open()
  return {
    close() {
      clearTimeout(timer)
      clearTimeout(deaf)
      unwatch()
      source?.close()
      source = null
    },
  }
}

function listenTo(stream: EventSourceLike, hear: (event: StreamEvent) => void): void {
  for (const event of EVENTS)
    stream.addEventListener(event, (message) => {
      hear({ event, data: JSON.parse((message as MessageEvent<string>).data) } as StreamEvent)
    })
}
