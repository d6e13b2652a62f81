import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '../../db/embedded.ts'
import { openSql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'
import { type Line, openLine } from '../grounds/line.ts'
import { promote, startStandby } from '../standby.ts'
import { killPostmaster } from './postgres.ts'

type Node = { folder: string; postgres: EmbeddedPostgres }

/** A database with a standby. Its one address always leads to the current primary. */
export type Replicated = {
  url: string
  /** The port of that address. */
  port: number
  /** Kills the primary, promotes its standby, and starts another standby. */
  failOver(): Promise<void>
  /** Does the same in an orderly way: the primary is told to stop, and sends the standby everything first. */
  switchOver(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts both in folders below `dir`. Every commit of the primary waits for the standby, so killing the primary loses
 * no acknowledged transaction.
 */
export async function startReplicated(dir: string): Promise<Replicated> {
  let count = 0
  const nextFolder = () => path.join(dir, `postgres-${++count}`)
  const first = nextFolder()
  let primary: Node = { folder: first, postgres: await startPostgres(first) }
  let standby = await attach(primary, nextFolder())
  const line = await openLine(socketOf(primary))
  const takeOver = async (end: (primary: Node) => Promise<void>) => {
    await end(primary)
    line.leadTo(null)
    line.cut()
    await promote(standby.postgres)
    line.leadTo(socketOf(standby))
    await remove(primary)
    primary = standby
    standby = await attach(primary, nextFolder())
  }
  return {
    url: `postgres://postgres@127.0.0.1:${line.port}/postgres`,
    port: line.port,
    failOver: () => takeOver(({ folder }) => killPostmaster(folder)),
    // A stopping primary waits until its standby has received everything.
    switchOver: () => takeOver(({ postgres }) => postgres.stop()),
    async stop() {
      line.close()
      await standby.postgres.stop()
      await primary.postgres.stop()
    },
  }
}

const socketOf = ({ postgres }: Node): NonNullable<Parameters<Line['leadTo']>[0]> =>
  path.join(postgres.host, '.s.PGSQL.5432')

/** Starts a standby for which every commit of the primary waits from then on. */
async function attach(primary: Node, folder: string): Promise<Node> {
  const postgres = await startStandby(primary.postgres, { from: primary.folder, folder, fast: false })
  const sql = openSql({ host: primary.postgres.host, database: 'postgres', max: 1 })
  await sql`alter system set synchronous_standby_names = '*'`
  await sql`select pg_reload_conf()`
  while ((await sql`select from pg_stat_replication where sync_state = 'sync'`).length === 0) await pause(20)
  await sql.end()
  return { folder, postgres }
}

async function remove({ folder, postgres }: Node): Promise<void> {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
