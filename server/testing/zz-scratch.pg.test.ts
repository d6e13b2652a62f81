import { test } from 'vitest'
import { createApp } from '../app.ts'
import { openWorld } from './world.ts'

test('x', async () => {
  const w = await openWorld()
  const app = createApp(w.context, { hub: w.hub, site: null })
  console.info(app.routes.map((r) => `${r.method} ${r.path} ${r.handler.name}`).join('\n'))
  const app2 = createApp(w.context, {
    hub: w.hub,
    site: { pages: { styleHashes: [] } as never, files: new Map() as never },
  })
  console.info(
    app2.routes
      .slice(app.routes.length)
      .map((r) => `${r.method} ${r.path}`)
      .join('\n'),
  )
  const t = await w.database
    .sql`select table_schema, table_name from information_schema.tables where table_schema not in ('pg_catalog','information_schema')`
  console.info(t.map((r) => r.table_schema + '.' + r.table_name).join(' '))
  await w.end()
})
