import { SYNC_PATHS } from '../../sync/paths.ts'
import { PROTOCOL, type StreamEvent } from '../../sync/protocol.ts'
import { watchConnection } from '../pwa/connection.ts'
import { backOffMs } from './sending/outbox-rules.ts'

/** The part of an EventSource that a stream needs; tests bring their own. */
export type EventSourceLike = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>
export type LiveOptions = {
  connect?: (url: string) => EventSourceLike
  /** The stream ended for good and is made anew later; asking the server tells why. */
  onLost?: () => void
}
export type Live = { close(): void }

const EVENTS: StreamEvent['event'][] = ['ready', 'changed', 'desk', 'bye']
const CLOSED = 2

/**
 * Hears what changes on the server: `ready` comes on every (re)connection and means "look at everything". A browser
 * gives up on a stream that was answered with an error, so that one is made anew, later and later.
 */
export function openLive(listener: (event: StreamEvent) => void, options: LiveOptions = {}): Live {
  const connect = options.connect ?? ((url: string) => new EventSource(url))
  let source: EventSourceLike | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const open = () => {
    clearTimeout(timer)
    source?.close()
    const opened = connect(`${SYNC_PATHS.stream}?protocol=${PROTOCOL}`)
    source = opened
    for (const event of EVENTS) {
      opened.addEventListener(event, (message) => {
        if (source !== opened) return
        if (event === 'ready') failures = 0
        const heard = { event, data: JSON.parse((message as MessageEvent<string>).data) } as StreamEvent
        listener(heard)
        if (heard.event === 'bye' && heard.data.reason !== 'signed-out') reopen(opened)
      })
    }
    opened.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== CLOSED) return
      options.onLost?.()
      reopen(opened)
    })
  }
  const reopen = (lost: EventSourceLike) => {
    lost.close()
    clearTimeout(timer)
    timer = setTimeout(open, backOffMs(failures, Math.random()))
    failures += 1
  }
  const unwatch = watchConnection((online) => {
    if (online && source?.readyState === CLOSED) open()
  })

  open()
  return {
    close() {
      clearTimeout(timer)
      unwatch()
      source?.close()
      source = null
    },
  }
}
