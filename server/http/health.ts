import type { RouteGroup } from './routes-of.ts'
import type { Drain } from './stop.ts'

/**
 * Whether the process lives, and whether it can serve: the database answers, and nobody has told it to stop. No detail
 * for anybody.
 */
export function healthRoutes(
  { app, context }: Pick<RouteGroup, 'app' | 'context'>,
  drain: Drain = { isOn: false },
): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    if (drain.isOn) return c.json({ ok: false }, 503)
    const ready = await context.sql`select 1`.then(
      () => true,
      () => false,
    )
    return c.json({ ok: ready }, ready ? 200 : 503)
  })
}
