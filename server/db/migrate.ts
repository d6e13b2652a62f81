import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Sql, Tx } from './sql.ts'
import { inTransaction } from './transaction.ts'

type Migration = { name: string; text: string; hash: string }

/**
 * Brings the database up to the `*.sql` files of a folder (with a trailing slash), in the order of their names, all
 * in one transaction and under one lock: of several starting servers one applies, the others wait and find nothing to
 * do. Answers the names it applied. An applied file that was edited since is refused; one that this build does not
 * know is left alone, so that the previous build can be put back.
 */
export async function migrate(sql: Sql, dir: URL): Promise<string[]> {
  const files = await readMigrations(dir)
  return inTransaction(sql, async (tx) => {
    const applied = await lockAndList(tx)
    refuseChangedPast(files, applied)
    const fresh = files.filter(({ name }) => !applied.has(name))
    for (const { name, text, hash } of fresh) {
      await apply(tx, name, text)
      await tx`insert into migration ${tx({ name, hash })}`
    }
    return fresh.map(({ name }) => name)
  })
}

/** The migrations of a folder in the order they are applied, each with the hash of its text. */
export async function readMigrations(dir: URL): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, dir), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function lockAndList(tx: Tx) {
  // Waiting for another server's migration, or running a long one, is not what the limits of a session are for.
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
        `Migration ${name} was edited after it was applied: undo the edit and add a new file instead.`,
      )
    }
  }
}

async function apply(tx: Tx, name: string, text: string) {
  try {
    await tx.unsafe(text).simple()
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    // with its code: one that a working server was in the way of runs again, with the rest of the transaction
    throw Object.assign(new Error(`Migration ${name} failed: ${message}`, { cause: error }), { code })
  }
}
