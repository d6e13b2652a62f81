import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findBroker, findCeph, findHaproxy, findPooler } from '../../../.ci/engines.ts'
import { MIGRATIONS } from '../../app/open-context.ts'
import { planSweeps } from '../../app/start-jobs.ts'
import { migrate } from '../../db/migrate.ts'
import { untilReachable } from '../../db/reachable.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import { advanceClock } from '../clock.ts'
import { type Replicated, startReplicated } from '../machines/replicated.ts'
import { groundOf, openBeside, variablesOf } from './beside.ts'
import { callsAreOver } from './call.ts'
import { keepShifts } from './file-ages.ts'
import { Fleet } from './fleet.ts'
import type { Ground, Step } from './ground.ts'
import { openLine } from './line.ts'
import { startParts } from './parts.ts'
import { MISSED_MS, passTime } from './stage.ts'

const SERVERS = 3

/** Returns the names of the programs that a cluster needs and that are not installed. */
export function missingForCluster(): string[] {
  const programs = {
    Ceph: findCeph(),
    haproxy: findHaproxy(),
    'nats-server': findBroker('nats'),
    PgBouncer: findPooler(),
  }
  return Object.entries(programs).flatMap(([name, found]) => (found ? [] : [name]))
}

/**
 * Opens tier 3: three server processes behind haproxy, which a supervisor restarts, with a Ceph bucket, PgBouncer for
 * pooled connections, Postgres with a standby, and NATS. Throws when a program is missing.
 */
export async function openCluster(): Promise<Ground> {
  const missing = missingForCluster()
  if (missing.length > 0)
    throw new Error(`Tier 3 needs ${missing.join(', ')}: \`npm run test:all\` installs them.`)
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-cluster-'))
  const database = await startReplicated(dir)
  const sql = openSql({ url: database.url, max: 4, applicationName: 'fault schedules' })
  await prepare(sql)
  const context = await openBeside(sql, dir)
  const lines = await Promise.all(Array.from({ length: SERVERS }, () => openLine(null)))
  const parts = await startParts({
    database,
    servers: lines.map(({ port }) => port),
    struck: (step) => fleet.nemesis.note(step),
  })
  const fleet = new Fleet({
    sql,
    dir,
    variables: { ...variablesOf(dir), ...parts.variables, DATABASE_DIRECT_URL: database.url },
    count: SERVERS,
    isWatched: true,
    listens: (place, port) => lines[place]?.leadTo(port),
    lineTo: (via) => parts.lineTo(via),
    plan: () => planSweeps(context),
    emptyFiles: () => parts.store.empty(),
    killDatabase: () => takeOver(sql, database.failOver),
  })
  const request: Ground['request'] = (via, url, init) => parts.request(via, url, init)
  return {
    ...(await groundOf({ sql, context, blobs: parts.store.blobs, fleet, request })),
    advance: (ms) => passTime(sql, ms),
    async mishap(step) {
      const take = takingOver(step, database)
      if (!take) return (await parts.mishap(step)) || fleet.mishap(step)
      fleet.nemesis.note(step)
      await takeOver(sql, take)
      return true
    },
    async heal() {
      await parts.heal()
      await fleet.heal()
      await parts.ready()
      await callsAreOver()
    },
    async reset() {
      await parts.heal()
      await fleet.reset()
      await parts.ready()
    },
    close: async () => {
      await context.jobs.stop()
      await fleet.killAll()
      await parts.stop()
      await sql.end({ timeout: 1 })
      await database.stop()
      for (const line of lines) line.close()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function takingOver({ do: what }: Step, { failOver, switchOver }: Replicated): (() => Promise<void>) | null {
  if (what === 'fail over') return failOver
  return what === 'switch over' ? switchOver : null
}

/** Replaces the primary. The app's clock moves on as if the database had been away as long as a stopped server is. */
async function takeOver(sql: Sql, take: () => Promise<void>): Promise<void> {
  await take()
  await untilReachable(sql)
  await advanceClock(sql, MISSED_MS)
}

/** Gives the role the limits that a pooler does not pass on, and migrates the database. */
async function prepare(sql: Sql): Promise<void> {
  for (const [name, value] of [
    ['transaction_timeout', '30s'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['lock_timeout', '10s'],
  ])
    await sql.unsafe(`alter role postgres set ${name} = '${value}'`)
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  await keepShifts(sql)
}
