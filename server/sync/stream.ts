import { STREAM_BEAT } from '../../sync/limits.ts'
import type { StreamEvent } from '../../sync/protocol.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { every } from '../pause.ts'
import type { Hub } from './hub.ts'

const HIGHEST_BACKLOG = 64
/** A heartbeat needs some data, because browsers ignore an event without any. */
const HEARTBEAT = `event: ${STREAM_BEAT.name}\ndata: 1\n\n`
const encoder = new TextEncoder()

/**
 * Opens one SSE stream for all collections of a signed-in device. It says only *that* a collection changed; the
 * documents come by pull, so a stream cannot leak anything. A reader that does not keep up is disconnected and
 * pulls again. The stream ends with its session.
 */
export function openStream(hub: Hub, caller: Caller & { personId: string; sessionId: string }): Response {
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        let open = true
        const close = () => {
          if (!open) return
          open = false
          leave()
          controller.close()
        }
        const stopHeartbeat = every(STREAM_BEAT.everyMs, () => open && write(HEARTBEAT))
        write('retry: 2000\n\n')
        const remove = hub.add({
          reader: caller.personId,
          sessionId: caller.sessionId,
          desk: can(caller, 'use-desk'),
          close,
          send: (event) => {
            if (!open) return true
            write(frame(event))
            return (controller.desiredSize ?? 0) > -HIGHEST_BACKLOG
          },
        })
        leave = () => {
          stopHeartbeat()
          remove()
          open = false
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}

function frame({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
