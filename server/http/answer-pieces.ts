import type { Context as Call } from 'hono'
import type { Log } from '../log.ts'
import type { AppEnv } from './app-env.ts'
import { loggablePath } from './refusal-response.ts'

const encoder = new TextEncoder()

/**
 * Answers with JSON text that comes in pieces. A text that ends with its first piece is answered whole, and so is
 * a failure up to that point. A longer text is sent as it comes; a later failure is logged and breaks the answer
 * off, which a device treats like a broken connection: it keeps nothing and asks again.
 */
export async function answerPieces(
  c: Call<AppEnv>,
  pieces: ReadableStream<string>,
  log: Log,
): Promise<Response> {
  const reader = pieces.getReader()
  const first = encoder.encode((await reader.read()).value)
  const second = await reader.read()
  c.header('content-type', 'application/json')
  // The compression middleware sets this too, but by changing the answer, which would cost it its fast path.
  c.header('vary', 'accept-encoding')
  if (second.done) {
    c.header('content-length', String(first.length))
    return c.body(first)
  }
  const { requestId } = c.var
  const request = { requestId, method: c.req.method, path: loggablePath(c.req.path) }
  return c.body(
    new ReadableStream<Uint8Array>({
      start(answer) {
        answer.enqueue(first)
        answer.enqueue(encoder.encode(second.value))
      },
      async pull(answer) {
        try {
          const { done, value } = await reader.read()
          if (done) answer.close()
          else answer.enqueue(encoder.encode(value))
        } catch (error) {
          log.error({ ...request, err: error }, 'an answer broke off')
          answer.error(new Error('broken off'))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  )
}
