import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Sql, Tx } from './sql.ts'
import { inTransaction } from './transaction.ts'

type Migration = {
  name: string
  text: string
  hash: string
  /** The former files that a base replaces, with their hashes; empty for any other file. */
  replaces: Map<string, string>
}

/**
 * Applies the `*.sql` files of a folder (with a trailing slash), in the order of their names, in one transaction
 * and under one lock: of several starting servers one applies, and the others wait and find nothing to do.
 * Returns the names it applied. An applied file that was edited since is refused; an applied file that this build
 * does not have is ignored, so that the previous build can be deployed again. A base, which names the files it
 * replaces, sets up an empty database. A database with all of these files is left as it is, and one with only
 * some of them is refused.
 */
export async function migrate(sql: Sql, dir: URL): Promise<string[]> {
  const files = await readMigrations(dir)
  return inTransaction(sql, async (tx) => {
    const applied = await lockAndList(tx)
    refuseChangedPast(files, applied)
    const unknown = files.filter(({ name }) => !applied.has(name))
    const fresh = unknown.filter((file) => !isThereAlready(file, applied))
    for (const file of unknown) {
      if (fresh.includes(file)) await apply(tx, file)
      await tx`insert into migration ${tx({ name: file.name, hash: file.hash })}`
    }
    return fresh.map(({ name }) => name)
  })
}

const REPLACES = /^-- replaces (\S+) ([0-9a-f]{64})$/gm

/** Reads the migrations of a folder in the order they are applied, each with the hash of its text. */
export async function readMigrations(dir: URL): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, dir), 'utf8')
      const replaces = new Map(
        [...text.matchAll(REPLACES)].map(([, former = '', hash = '']) => [former, hash]),
      )
      return { name, text, hash: createHash('sha256').update(text).digest('hex'), replaces }
    }),
  )
}

async function lockAndList(tx: Tx) {
  // The limits of a session are not meant for a long migration, or for waiting for another server's migration.
  await tx`set local transaction_timeout = 0`
  await tx`set local lock_timeout = 0`
  await tx`select pg_advisory_xact_lock(hashtext('migrate'))`
  await tx`create table if not exists migration (
    name text primary key, hash text not null, at timestamptz not null default now())`
  const rows = await tx<{ name: string; hash: string }[]>`select name, hash from migration`
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

function refuseChangedPast(files: Migration[], applied: Map<string, string>) {
  for (const { name, hash } of files) {
    if (applied.has(name) && applied.get(name) !== hash) {
      throw new Error(
        `Migration ${name} was edited after it was applied: undo the edit and add a new file instead. If only your own demo data has it, stop the server, run "npm run reset" and start again.`,
      )
    }
  }
}

/**
 * Checks whether everything in a base already exists. Throws for a database with only some of the files it
 * replaces.
 */
function isThereAlready({ name, replaces }: Migration, applied: Map<string, string>): boolean {
  const missing = [...replaces].filter(([former, hash]) => applied.get(former) !== hash)
  if (missing.length === replaces.size) return false
  if (missing.length === 0) return true
  throw new Error(
    `The database is older than ${name}: it lacks ${missing.map(([former]) => former).join(', ')}. ` +
      'Run the last build of Infield 0.1 on it with --migrate-only, then this one again. Nothing was changed.',
  )
}

const ALREADY_EXISTS = ['42P07', '42P06', '42710', '42723']

async function apply(tx: Tx, { name, text, replaces }: Migration) {
  try {
    await tx.unsafe(text).simple()
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const isNotEmpty = replaces.size > 0 && code !== undefined && ALREADY_EXISTS.includes(code)
    const hint = isNotEmpty
      ? '. The database is not empty, and nothing in its table "migration" says which build made it: restore that table, or name an empty database. Nothing was changed.'
      : ''
    // Keep the error's code, so that a migration blocked by a working server is retried with the whole
    // transaction.
    throw Object.assign(new Error(`Migration ${name} failed: ${message}${hint}`, { cause: error }), { code })
  }
}
