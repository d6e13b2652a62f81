import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { MIGRATIONS } from '../../app/open-context.ts'
import { planSweeps } from '../../app/start-jobs.ts'
import { startPostgres } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { openSql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { killPostgres } from '../machines/postgres.ts'
import { groundOf, openBeside, variablesOf } from './beside.ts'
import { callsAreOver } from './call.ts'
import { advanceWithFiles } from './file-ages.ts'
import { Fleet } from './fleet.ts'
import type { Ground, Via } from './ground.ts'
import { emptyFolder } from './stage.ts'

/**
 * A ground that also tells which server passed a fault point last, so that a test can strike it in the middle of its
 * work.
 */
type TwoServers = Ground & { at(point: FaultPoint): Via }

/** Opens tier 2: two server processes on one Postgres and one folder, each of which may be killed at any moment. */
export async function openServers(): Promise<TwoServers> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-faults-'))
  const folder = path.join(dir, 'postgres')
  let postgres = await startPostgres(folder)
  const sql = openSql({
    host: postgres.host,
    database: 'postgres',
    max: 4,
    applicationName: 'fault schedules',
  })
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const context = await openBeside(sql, dir)
  const fleet = new Fleet({
    sql,
    dir,
    variables: variablesOf(dir),
    socket: postgres.host,
    plan: () => planSweeps(context),
    emptyFiles: () => emptyFolder(dir),
    killDatabase: async () => {
      postgres = await killPostgres(folder, sql)
    },
  })
  const request: Ground['request'] = (via, url, init) => fleet.request(via, url, init)
  return {
    ...(await groundOf({ sql, context, blobs: createDiskStore(dir), fleet, request })),
    advance: (ms) => advanceWithFiles(sql, dir, ms),
    mishap: (step) => fleet.mishap(step),
    heal: () => fleet.heal().then(callsAreOver),
    reset: () => fleet.reset(),
    at: (point) => (fleet.at.get(point) ?? 0) as Via,
    close: async () => {
      await context.jobs.stop()
      await fleet.killAll()
      await sql.end({ timeout: 1 })
      await postgres.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
