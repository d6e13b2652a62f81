import type { Context } from '../context.ts'
import { startStopwatch } from '../pause.ts'
import type { RouteGroup } from './routes-of.ts'
import type { Drain } from './stop.ts'

/** Looking at the folder of files writes one: whoever asks sooner is told what was found then. */
const LOOK_AGAIN_MS = 2_000

/**
 * Whether the process lives, and whether it can serve: the database answers, the folder of files is there and can be
 * written to, and nobody has told the process to stop. The answers give no detail; the log says what is wrong.
 */
export function healthRoutes(
  { app, context }: Pick<RouteGroup, 'app' | 'context'>,
  drain: Drain = { isOn: false },
): void {
  const isStoreReady = storeLook(context)
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    if (drain.isOn) return c.json({ ok: false }, 503)
    const isAnswering = context.sql`select 1`.then(
      () => true,
      () => false,
    )
    const ready = (await Promise.all([isAnswering, isStoreReady()])).every((isReady) => isReady)
    return c.json({ ok: ready }, ready ? 200 : 503)
  })
}

function storeLook({ storeTrouble, log }: Context): () => Promise<boolean> {
  if (!storeTrouble) return async () => true
  const sinceStart = startStopwatch()
  let last: { at: number; isReady: Promise<boolean> } | null = null
  const look = async () => {
    const trouble = await storeTrouble()
    if (trouble) log.error({}, trouble)
    return trouble === null
  }
  return async () => {
    const now = sinceStart()
    if (!last || now - last.at > LOOK_AGAIN_MS) last = { at: now, isReady: look() }
    return last.isReady
  }
}
