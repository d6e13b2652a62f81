import { rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { clusterIn, runningPostmaster } from '../db/embedded-cluster.ts'
import { claimLock } from '../db/lock-file.ts'
import { processEnvironment } from '../env.ts'
import { isInBucket } from '../store-address.ts'

/** The files and folders that a server makes. The database is last, so that an interrupted reset can be run again. */
const MADE = [
  'uploads',
  'served',
  'pictures',
  'infield-store.json',
  'vapid.json',
  'secret',
  'demo-password',
  'demo-signup-code',
  'postgres',
]

/**
 * Removes the demo data, so that the next start creates it again, and returns a sentence about it. Only files that
 * a server made are touched. Throws a readable error in production, and for an external database, files in a
 * bucket, a folder without a built-in database, and a running server.
 */
export async function resetData(source: Record<string, string | undefined>): Promise<string> {
  if (source.NODE_ENV === 'production') throw new Error('Nothing is reset in production: unset NODE_ENV.')
  if (source.DATABASE_URL)
    throw new Error('DATABASE_URL is set: only the data of the built-in database is reset. Unset it.')
  if (isInBucket(source))
    throw new Error('STORAGE is a bucket: only what lies in DATA_DIR is reset. Unset it.')
  const folder = path.resolve(source.DATA_DIR ?? '.data')
  const cluster = clusterIn(path.join(folder, 'postgres'))
  if (!(await exists(path.join(cluster.data, 'PG_VERSION'))))
    throw new Error(`There is no demo data in ${folder}: nothing was removed.`)
  const letGo = await claimLock(cluster.lock)
  if (!letGo || (await runningPostmaster(cluster)) !== undefined) {
    await letGo?.()
    throw new Error(`A server runs on ${folder}: stop it first.`)
  }
  try {
    for (const name of MADE) await rm(path.join(folder, name), { recursive: true, force: true })
  } finally {
    await letGo()
  }
  // the folder stays if it contains other files
  await rmdir(folder).catch(() => {})
  return `The demo data in ${folder} is gone. The next npm run dev or npm start makes it anew.`
}

const exists = async (file: string) => (await stat(file).catch(() => null)) !== null

if (import.meta.main) {
  try {
    process.stdout.write(`${await resetData(processEnvironment)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
