import { pipeline } from 'node:stream/promises'
import { assemble } from '../../app/open-context.ts'
import { migrate } from '../../db/migrate.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import { installJobs } from '../../jobs/boss.ts'
import { tableNames } from '../rights/hash.ts'
import type { World } from '../world.ts'

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)

/** Copies the world's database into another cluster as restoring a dump does: the same rows, and no trigger fires. */
export async function restoreBackup({ context, database }: World, host: string): Promise<Sql> {
  const from = database.sql
  const admin = openSql({ host, database: 'postgres', max: 1 })
  await admin`create database restored`
  await admin.end()
  const sql = openSql({ host, database: 'restored', max: 8 })
  await migrate(sql, MIGRATIONS)
  await installJobs(sql, true)
  await assemble({ env: context.env, background: false, log: context.log }, sql)
  const loader = openSql({ host, database: 'restored', max: 1 })
  await loader`set session_replication_role = replica`
  for (const name of await tableNames(from)) {
    await loader.unsafe(`delete from ${name}`)
    const columns = await writtenColumns(from, name)
    const rows = await from.unsafe(`copy (select ${columns} from ${name}) to stdout`).readable()
    await pipeline(rows, await loader.unsafe(`copy ${name} (${columns}) from stdin`).writable())
  }
  for (const name of ['question_event', 'ledger_entry'])
    await loader.unsafe(`select setval(pg_get_serial_sequence('${name}', 'id'), 1000000)`)
  await loader.end()
  return sql
}

/** Returns the columns that a dump contains, which are those the database does not generate itself. */
async function writtenColumns(sql: Sql, table: string): Promise<string> {
  const rows = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  return rows.map(({ name }) => name).join(', ')
}
