import type { Sql } from '../db/sql.ts'

/**
 * Describes the schema `public` as readable SQL: tables with their columns and constraints, indexes, views, functions
 * and triggers, each kind sorted by name. The text shows what the migrations make; no database is made from it.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const parts = [
    await tables(sql),
    await lines(
      sql`
        select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)
          and not exists (select from pg_depend d where d.objid = i.indexrelid and d.deptype = 'e')
        order by 1`,
      (text) => `${text};`,
    ),
    await lines(
      sql`
        select format(E'create view %I as\\n%s', relname, pg_get_viewdef(oid, true)) as text from pg_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace order by relname`,
    ),
    await lines(
      sql`
        select pg_get_functiondef(p.oid) as text from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        order by p.proname, p.oid`,
      (text) => `${text.trimEnd()};`,
    ),
    await lines(
      sql`
        select pg_get_triggerdef(t.oid, true) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`,
      (text) => `${text};`,
    ),
  ]
  return `${HEAD}\n${parts.map((part) => part.join('\n\n')).join('\n\n')}\n`
}

const HEAD =
  '-- What the migrations make, written by `npm run schema`. A change goes into a new migration; this file follows it.\n'

type Described = { text: string }

async function lines(rows: Promise<Described[]>, shown = (text: string) => text): Promise<string[]> {
  return (await rows).map(({ text }) => shown(text))
}

async function tables(sql: Sql): Promise<string[]> {
  const found = await sql<{ name: string; isUnlogged: boolean; columns: string[]; constraints: string[] }[]>`
    select c.relname as name, c.relpersistence = 'u' as "isUnlogged",
      (select array_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
             when a.attidentity <> '' then ' generated always as identity'
             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
          || case when a.attnotnull then ' not null' else '' end order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(array_agg(pg_get_constraintdef(k.oid, true) order by k.contype desc, k.conname), '{}')
        from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') as constraints
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`
  return found.map(
    ({ name, isUnlogged, columns, constraints }) =>
      `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n  ${[...columns, ...constraints].join(',\n  ')}\n);`,
  )
}
