import { ownCluster } from './cluster.ts'
import { hostVariable, withAdmin } from './database.ts'
import { dropLeftovers, templateFor } from './template.ts'

/**
 * Starts one Postgres for the test run, and makes its template before the first test clones it. Vitest calls this.
 */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await ownCluster()
  process.env[hostVariable] = cluster.host
  await withAdmin(cluster.host, async (admin) => {
    await dropLeftovers(admin, await templateFor(admin, cluster.host))
  })
  return cluster.stop
}
