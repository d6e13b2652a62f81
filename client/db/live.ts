import { STREAM_BEAT } from '../../sync/limits.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import { PROTOCOL, type StreamEvent } from '../../sync/protocol.ts'
import { backOffMs } from '../api/back-off.ts'
import { isOnline, watchConnection } from '../api/connection.ts'

/** The part of an EventSource that a stream needs; tests bring their own. */
export type EventSourceLike = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>
export type LiveOptions = {
  connect?: (url: string) => EventSourceLike
  /** The stream ended for good and is made anew later; asking the server tells why. */
  onLost?: () => void
}
/** With the zone in which this device tells the time: mails name theirs in it. */
function streamUrl(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return `${SYNC_PATHS.stream}?${new URLSearchParams({ protocol: String(PROTOCOL), zone: timeZone })}`
}

export type Live = { close(): void }

const EVENTS: StreamEvent['event'][] = ['ready', 'changed', 'desk', 'bye']
/** A network that went without a word ends no stream: this long without a beat, and nobody is there. */
const DEAF_MS = 3 * STREAM_BEAT.everyMs
const CLOSED = 2

/**
 * Hears what changes on the server: `ready` comes on every (re)connection and means "look at everything". A browser
 * gives up on a stream that was answered with an error, so that one is made anew, later and later. One that has fallen
 * silent, or was open when the network went, is made anew at once: a browser would wait for it for many minutes.
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
    for (const event of EVENTS) {
      opened.addEventListener(event, (message) => {
        if (source !== opened) return
        if (event === 'bye') clearTimeout(deaf)
        if (event === 'ready') failures = 0
        const heard = { event, data: JSON.parse((message as MessageEvent<string>).data) } as StreamEvent
        listener(heard)
        if (heard.event === 'bye' && heard.data.reason !== 'signed-out') reopen(opened)
      })
    }
    // a server that does not beat is not waited for
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
