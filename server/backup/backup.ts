import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startPostgres } from '../db/embedded.ts'
import { clusterIn } from '../db/embedded-cluster.ts'
import { openSql, type Sql } from '../db/sql.ts'
import { processEnvironment, type Source } from '../env.ts'
import { isInBucket } from '../store-address.ts'

/** Written last: a folder without it does not contain a complete backup. */
export const NOTE = 'infield-backup.json'

export type Note = { at: string; postgres: string }

/** The other contents of DATA_DIR: videos, pictures, and files that a server could not make again. */
export const FOLDERS = ['uploads', 'served', 'pictures']
export const FILES = ['infield-store.json', 'vapid.json', 'secret', 'demo-password', 'demo-signup-code']

/** Parts of a running database that are made again at its start, or that are copied separately. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_wal'])

/**
 * Saves the built-in database and the files beside it to a new folder, even while servers run, and returns a
 * sentence about it. Throws a readable error for an external database, for missing data, and for a target that
 * already exists.
 */
export async function backUp(source: Source, target: string | undefined): Promise<string> {
  if (!target) throw new Error('Name a folder that is not there yet: npm run backup -- <folder>')
  if (source.DATABASE_URL || source.DATABASE_URL_FILE)
    throw new Error(
      'DATABASE_URL (or DATABASE_URL_FILE) is set: save that database with its own tools, as docs/runbooks/backup-and-restore.md says. To save the built-in one, unset it.',
    )
  const dataDir = path.resolve(source.DATA_DIR ?? '.data')
  const cluster = clusterIn(path.join(dataDir, 'postgres'))
  if (!(await exists(path.join(cluster.data, 'PG_VERSION'))))
    throw new Error(
      `There is no built-in database in ${dataDir}. Set DATA_DIR to the folder that the server runs on.`,
    )
  const to = path.resolve(target)
  if (await exists(to)) throw new Error(`${to} is there already: name a folder that is not.`)
  await mkdir(to, { recursive: true, mode: 0o700 })

  const isElsewhere = isInBucket(source)
  // once before the database, because a video that is verified meanwhile leaves `uploads`, and once after it, for
  // files that arrived meanwhile
  await copyFiles(dataDir, to)
  const postgres = await startPostgres(path.join(dataDir, 'postgres'), { fast: source.NODE_ENV === 'test' })
  const sql = openSql({ host: postgres.host, database: 'postgres', max: 1 })
  try {
    const saved = await copyDatabase(sql, cluster.data, clusterIn(path.join(to, 'postgres')).data)
    await copyFiles(dataDir, to)
    await writeFile(path.join(to, NOTE), JSON.stringify(saved))
  } finally {
    await sql.end({ timeout: 1 })
    await postgres.stop()
  }
  return `Saved ${dataDir} to ${to}. Keep it on another machine.${isElsewhere ? ` Videos and pictures lie in ${source.STORAGE} and are not in it.` : ''}`
}

/**
 * Makes a Postgres base backup: a copy of the files while they change, and the write-ahead log that makes the copy
 * consistent.
 */
async function copyDatabase(sql: Sql, from: string, to: string): Promise<Note> {
  const slot = `backup_${process.pid}`
  // the slot keeps the write-ahead log of this time until it is copied
  await sql`select pg_create_physical_replication_slot(${slot}, true, true)`
  try {
    await sql`select pg_backup_start('infield', true)`
    await copyFolder(from, to, (name) => !LEFT_OUT.has(name))
    const [saved] = await sql<(Note & { label: string })[]>`
      select labelfile as label, current_setting('server_version') as postgres, now()::text as at from pg_backup_stop(false)`
    if (!saved)
      throw new Error(
        'The database did not say where its copy ends. Delete the folder, and run the backup again.',
      )
    const { label, ...note } = saved
    await copyFolder(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'))
    await mkdir(path.join(to, 'pg_replslot'), { recursive: true, mode: 0o700 })
    await writeFile(path.join(to, 'backup_label'), label, { mode: 0o600 })
    return note
  } finally {
    await sql`select pg_drop_replication_slot(${slot})`
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of FOLDERS) await copyFolder(path.join(from, name), path.join(to, name))
  for (const name of FILES) await copyOne(path.join(from, name), path.join(to, name))
}

/**
 * Copies a folder whose files may come and go meanwhile, and skips files that were copied before and have not
 * changed.
 */
export async function copyFolder(
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await copyOne(source, target)
  }
}

export async function copyOne(from: string, to: string): Promise<void> {
  const [there, here] = await Promise.all([stat(from).catch(() => null), stat(to).catch(() => null)])
  if (!there || (here && here.size === there.size && here.mtimeMs >= there.mtimeMs)) return
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

export const exists = async (file: string) => (await stat(file).catch(() => null)) !== null

if (import.meta.main) {
  try {
    process.stdout.write(`${await backUp(processEnvironment, process.argv[2])}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
