import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, startPostgres } from '../db/embedded.ts'

const slots = 16

/**
 * Starts a Postgres for this test run alone, without fsync. Its folder is in the temporary folder, one for each user
 * and project, and is kept between runs. A run that finds it in use takes the next slot.
 */
export async function ownCluster(): Promise<EmbeddedPostgres> {
  for (let slot = 0; slot < slots; slot++) {
    const cluster = await startAnyhow(path.join(clustersFolder(), String(slot)))
    if (cluster.owner) return cluster
  }
  throw new Error(`All ${slots} test databases are in use: end the other test runs.`)
}

/**
 * Starts Postgres in a folder. If it does not start, deletes the folder and starts it again: without fsync a power
 * cut may have broken the files, and they hold nothing worth keeping.
 */
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
