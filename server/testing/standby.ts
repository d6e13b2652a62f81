import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type EmbeddedPostgres, startPostgres } from '../db/embedded.ts'
import { clusterIn } from '../db/embedded-cluster.ts'
import { openSql } from '../db/sql.ts'

const run = promisify(execFile)

/**
 * Starts a hot standby in `folder`, which streams from the embedded cluster `primary`, whose folder is `from`. A
 * standby that is `fast` does not keep its data through a power cut.
 */
export async function startStandby(
  primary: EmbeddedPostgres,
  { from, folder, fast = true }: { from: string; folder: string; fast?: boolean },
): Promise<EmbeddedPostgres> {
  const [source, copy] = [clusterIn(from).data, clusterIn(folder).data]
  const sql = openSql({ host: primary.host, database: 'postgres', max: 1 })
  await sql`select pg_backup_start('standby', true)`
  await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 })
  // `-a` keeps the owner and mode of each file, because Postgres refuses others.
  await run('cp', ['-a', source, copy]).catch(butVanished)
  const [backup] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`
  await sql.end()
  await rm(path.join(copy, 'postmaster.pid'), { force: true })
  await writeFile(path.join(copy, 'backup_label'), backup?.label ?? '')
  await writeFile(path.join(copy, 'standby.signal'), '')
  await writeFile(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.host} user=postgres'\n`,
  )
  return startPostgres(folder, { fast })
}

/**
 * Ignores files that vanished while `cp` ran: a running server deletes temporary files, and the WAL replaces them.
 */
function butVanished(error: Error & { stderr?: string }): void {
  const lines = (error.stderr ?? '').trim().split('\n')
  if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error
}

/** Waits until the standby has replayed all that its primary has written. */
export async function caughtUp(primary: EmbeddedPostgres, standby: EmbeddedPostgres): Promise<void> {
  const from = openSql({ host: primary.host, database: 'postgres', max: 1 })
  const to = openSql({ host: standby.host, database: 'postgres', max: 1 })
  const [at] = await from<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
  // The primary writes out the rest of its WAL with the next commit that waits for the disk.
  await from`set synchronous_commit = on`
  await from`select pg_current_xact_id()`
  const isThere = async () => {
    const rows = await to`select where pg_last_wal_replay_lsn() >= ${at?.lsn ?? ''}::text::pg_lsn`
    return rows.length > 0
  }
  while (!(await isThere()));
  await Promise.all([from.end(), to.end()])
}

/** Disconnects a standby from its primary, so that it loses what the primary writes from now on. */
export async function cutOff({ host }: EmbeddedPostgres): Promise<void> {
  const sql = openSql({ host, database: 'postgres', max: 1 })
  await sql`alter system set primary_conninfo = ''`
  await sql`select pg_reload_conf()`
  while ((await sql`select from pg_stat_wal_receiver`).length > 0);
  await sql.end()
}

/** Makes a standby the primary. */
export async function promote({ host }: EmbeddedPostgres): Promise<void> {
  const sql = openSql({ host, database: 'postgres', max: 1 })
  await sql`select pg_promote()`
  await sql.end()
}
