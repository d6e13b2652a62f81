import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from '../../db/sql.ts'

/**
 * Tables that may change during a call that changes nothing: counters of requests, outcomes of refused intents,
 * attempts on accounts, and when the jobs last maintained themselves.
 */
const COUNTED = [
  'public.rate_limit',
  'public.password_try',
  'public.intent_outcome',
  'public.security_event',
  'boss.version',
]

/** Returns a hash of every watched table's rows, in all schemas, which must stay equal when nothing may change. */
export async function databaseHash(sql: Sql): Promise<Record<string, string>> {
  const parts = (await watchedTables(sql)).map(
    (name) => `
    select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  // Prepare the statement, because it runs before and after every call.
  const rows = await sql.unsafe<{ name: string; hash: string }[]>(parts.join(' union all '), [], {
    prepare: true,
  })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Returns the tables that a call which changes nothing must leave as they are. */
export async function watchedTables(sql: Sql): Promise<string[]> {
  return (await tableNames(sql)).filter((name) => !COUNTED.includes(name))
}

/** Returns the names of all our tables and all libraries' tables, quoted, without partitions. */
export async function tableNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' order by 1`
  return rows.map(({ name }) => name)
}

/** Returns every file that was sent to the server with this data folder, with its size. */
export async function filesIn(dir: string): Promise<string[]> {
  const areas = ['uploads', 'served', 'pictures'].map(async (area) => {
    const names = await readdir(path.join(dir, area))
    const sizes = names.map(async (name) => (await stat(path.join(dir, area, name))).size)
    return (await Promise.all(sizes)).map((size, n) => `${area}/${names[n]} ${size}`)
  })
  return (await Promise.all(areas)).flat().sort()
}
