import type { RouteGroup } from './routes-of.ts'

/** Whether the process lives, and whether it can serve: the database answers. No detail for anybody. */
export function healthRoutes({ app, context }: RouteGroup): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const ready = await context.sql`select 1`.then(
      () => true,
      () => false,
    )
    return c.json({ ok: ready }, ready ? 200 : 503)
  })
}
