import type { Context as Call } from 'hono'
import type { Log } from '../log.ts'
import type { AppEnv } from './app-env.ts'
import { loggablePath } from './refusal-response.ts'

const encoder = new TextEncoder()

/**
 * JSON text that comes in pieces as an answer. What ends with its first piece is answered whole, like anything else,
 * and so is a failure until then. What is longer goes out as it comes; a failure then is logged and breaks the answer
 * off, which a device meets as any line that breaks: it has nothing, and asks again.
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
  // the compression says so too, but as a change to what was answered, which takes its short way out from it
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
