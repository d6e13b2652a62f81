import { ownCluster } from './cluster.ts'
import { hostVariable, withAdmin } from './database.ts'
import { dropLeftovers, templateFor } from './template.ts'

/** Vitest's global setup: one Postgres for the run, its template made before the first test asks for a clone. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await ownCluster()
  process.env[hostVariable] = cluster.host
  await withAdmin(cluster.host, async (admin) => {
    await dropLeftovers(admin, await templateFor(admin, cluster.host))
  })
  return cluster.stop
}
