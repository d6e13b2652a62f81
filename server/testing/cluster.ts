import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, startPostgres } from '../db/embedded.ts'

const slots = 16

/**
 * A Postgres for this test run alone, fast and careless. It lies in the temporary folder, one per user and project, and
 * is kept between runs; a run that finds it in use by another takes the next slot.
 */
export async function ownCluster(): Promise<EmbeddedPostgres> {
  for (let slot = 0; slot < slots; slot++) {
    const cluster = await startAnyhow(path.join(clustersFolder(), String(slot)))
    if (cluster.owner) return cluster
  }
  throw new Error(`All ${slots} test databases are in use: end the other test runs.`)
}

/** Without fsync a power cut may have broken it; it holds nothing worth keeping. */
async function startAnyhow(folder: string) {
  try {
    return await startPostgres(folder, { fast: true })
  } catch {
    await rm(folder, { recursive: true, force: true })
    return startPostgres(folder, { fast: true })
  }
}

function clustersFolder() {
  const project = createHash('sha256')
    .update(fileURLToPath(import.meta.url))
    .digest('hex')
    .slice(0, 8)
  return path.join(os.tmpdir(), `infield-test-${process.getuid?.() ?? 0}-${project}`)
}
