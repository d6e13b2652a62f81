import type { Sql } from '../../db/sql.ts'

/** Counters of requests, and the outcomes that refused intents are told for ever: they are allowed to change. */
const COUNTED = ['public.rate_limit', 'public.intent_outcome']

/** A hash of every table's rows, whatever its schema: equal before and after where nothing may have changed. */
export async function databaseHash(sql: Sql): Promise<Record<string, string>> {
  const tables = (await tableNames(sql)).filter((name) => !COUNTED.includes(name))
  const parts = tables.map(
    (name) => `
    select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  const rows = await sql.unsafe<{ name: string; hash: string }[]>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Every table that is ours or a library's, quoted; parts of one are in the whole. */
export async function tableNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' order by 1`
  return rows.map(({ name }) => name)
}
