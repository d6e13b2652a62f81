import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'

/** So much of a body is taken from its connection before it is asked for: what a line of 100 Mbit/s brings in 80 ms. */
const aheadBytes = 1_024 * 1_024

/**
 * Takes the body of a PATCH from its connection from the first moment on, before anything is asked of the database:
 * what the server has not read when a line ends is lost, and has to be sent again. Left in `c.var.body`; it comes piece
 * by piece and uncopied (a copy of each cost an upload a quarter of its time), and a body that breaks off ends with
 * what had come of it. Not for a body that is believed whole at its end.
 */
export const bodyAhead: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming || c.req.method !== 'PATCH') return next()
  const { body, letGo } = takeAhead(incoming)
  c.set('body', body)
  try {
    await next()
  } finally {
    letGo()
  }
}

type TakenBody = { body: ReadableStream<Uint8Array>; letGo: () => void }

function takeAhead(incoming: IncomingMessage | HttpBindings['incoming']): TakenBody {
  const pieces: Uint8Array[] = []
  let ahead = 0
  let isOver = false
  let wake = () => {}
  const onPiece = (piece: Uint8Array) => {
    pieces.push(piece)
    ahead += piece.length
    if (ahead >= aheadBytes) incoming.pause()
    wake()
  }
  const onEnd = () => {
    isOver = true
    wake()
  }
  incoming.on('data', onPiece).on('end', onEnd).on('close', onEnd).on('error', onEnd)
  // the answer still goes out when the rest of a body is not wanted: whoever answers lets it run out
  const letGo = () => {
    incoming.off('data', onPiece).off('end', onEnd).off('close', onEnd).off('error', onEnd)
    if (!isOver) incoming.pause()
    pieces.length = 0
    onEnd()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (pieces.length === 0 && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const piece = pieces.shift()
    if (!piece) return controller.close()
    ahead -= piece.length
    if (ahead < aheadBytes && !isOver) incoming.resume()
    controller.enqueue(piece)
  }
  return { body: new ReadableStream({ pull, cancel: letGo }, { highWaterMark: 0 }), letGo }
}
