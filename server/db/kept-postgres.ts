import { every } from '../pause.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded.ts'
import { clusterIn, isServing } from './embedded-cluster.ts'

const LOOK_MS = 1_000

/**
 * Starts or shares the built-in Postgres, as `startPostgres` does, and starts it again when the process that this
 * one shared it with has ended, such as a backup. A start that fails is tried again.
 */
export async function keepPostgres(
  folder: string,
  options: { fast?: boolean } = {},
): Promise<Pick<EmbeddedPostgres, 'host' | 'stop'>> {
  let postgres = await startPostgres(folder, options)
  const cluster = clusterIn(folder)
  let looking: Promise<void> | null = null
  const look = async () => {
    if (!(await isServing(cluster))) postgres = await startPostgres(folder, options)
  }
  const stopLooking = every(LOOK_MS, () => {
    if (postgres.owner || looking !== null) return
    looking = look()
      .catch(() => {})
      .finally(() => {
        looking = null
      })
  })
  return {
    host: postgres.host,
    async stop() {
      stopLooking()
      await looking
      await postgres.stop()
    },
  }
}
