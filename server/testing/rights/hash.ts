import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from '../../db/sql.ts'

/**
 * Counters of requests, the outcomes that refused intents are told for ever, what was tried on accounts, and when the jobs looked after themselves:
 * they are allowed to change.
 */
const COUNTED = [
  'public.rate_limit',
  'public.password_try',
  'public.intent_outcome',
  'public.security_event',
  'boss.version',
]

/** A hash of every table's rows, whatever its schema: equal before and after where nothing may have changed. */
export async function databaseHash(sql: Sql): Promise<Record<string, string>> {
  const parts = (await watchedTables(sql)).map(
    (name) => `
    select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  // planned once: it is asked for before and after every call
  const rows = await sql.unsafe<{ name: string; hash: string }[]>(parts.join(' union all '), [], {
    prepare: true,
  })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** The tables that a call which changes nothing leaves as they are. */
export async function watchedTables(sql: Sql): Promise<string[]> {
  return (await tableNames(sql)).filter((name) => !COUNTED.includes(name))
}

/** Every table that is ours or a library's, quoted; parts of one are in the whole. */
export async function tableNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' order by 1`
  return rows.map(({ name }) => name)
}

/** Every file that was sent to a server whose data lie there, with its size. */
export async function filesIn(dir: string): Promise<string[]> {
  const areas = ['uploads', 'served', 'pictures'].map(async (area) => {
    const names = await readdir(path.join(dir, area))
    const sizes = names.map(async (name) => (await stat(path.join(dir, area, name))).size)
    return (await Promise.all(sizes)).map((size, n) => `${area}/${names[n]} ${size}`)
  })
  return (await Promise.all(areas)).flat().sort()
}
