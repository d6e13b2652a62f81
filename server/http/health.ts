import type { Context } from '../context.ts'
import { startStopwatch } from '../pause.ts'
import type { RouteGroup } from './routes-of.ts'
import type { Drain } from './stop.ts'

/** How long the result of checking the folder of files is reused, because a check writes a file. */
const LOOK_AGAIN_MS = 2_000

/**
 * Adds the routes that say whether the process is alive and whether it can serve: the database answers, the
 * folder of files exists and can be written to, and the process was not told to stop. The answers contain no
 * detail; the log says what is wrong.
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

function storeLook({ storeError, log }: Context): () => Promise<boolean> {
  if (!storeError) return async () => true
  const sinceStart = startStopwatch()
  let last: { at: number; isReady: Promise<boolean> } | null = null
  const look = async () => {
    const error = await storeError()
    if (error) log.error({}, error)
    return error === null
  }
  return async () => {
    const now = sinceStart()
    if (!last || now - last.at > LOOK_AGAIN_MS) last = { at: now, isReady: look() }
    return last.isReady
  }
}
