import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { assemble, MIGRATIONS } from '../../app/open-context.ts'
import { planSweeps, startJobs } from '../../app/start-jobs.ts'
import { startPostgres } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { openSql } from '../../db/sql.ts'
import { readEnv } from '../../env.ts'
import type { FaultPoint } from '../../fault.ts'
import { createLog } from '../../log.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { callsAreOver, jsonPost, ORIGIN } from './call.ts'
import { advanceWithFiles } from './file-ages.ts'
import type { CardAnswer, Ground, Via } from './ground.ts'
import { makeCast } from './stage.ts'
import { Servers } from './two-servers.ts'

/** A ground that tells which server came by a fault point last: who is to be struck in the middle of something. */
type TwoServers = Ground & { at(point: FaultPoint): Via }

/** Tier 2: two servers as processes of their own on one Postgres and one folder; each may be killed at any moment. */
export async function openServers(): Promise<TwoServers> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-faults-'))
  const variables = {
    NODE_ENV: 'test',
    DATA_DIR: dir,
    PORT: '0',
    DEMO: 'off',
    APP_SECRET: 'known to the fault schedules',
  }
  const postgres = await startPostgres(path.join(dir, 'postgres'))
  const sql = openSql({
    host: postgres.host,
    database: 'postgres',
    max: 4,
    applicationName: 'fault schedules',
  })
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const read = readEnv(variables)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  // beside the servers: it orders jobs, and runs none
  const context = await assemble({ env: read.env, background: false, log: createLog('silent') }, sql)
  await startJobs(context)
  const servers = new Servers({ sql, dir, variables, postgres, plan: () => planSweeps(context) })
  return {
    sql,
    blobs: createDiskStore(dir),
    secrets: context.secrets,
    cast: await makeCast(context),
    reached: servers.reached,
    request: (via, url, init) => servers.request(via, url, init),
    card: async (page, body) => {
      const answer = await servers.request(0, `${ORIGIN}/dev/stripe/browser/${page}`, jsonPost(body))
      return (await answer.json()) as CardAnswer
    },
    advance: (ms) => advanceWithFiles(sql, dir, ms),
    run: (via) => servers.run(via),
    order: (name, data) => context.jobs.send(sql, name, data),
    mishap: (step) => servers.mishap(step),
    settled: async () => {},
    heal: () => servers.heal().then(callsAreOver),
    reset: () => servers.reset(),
    nemesis: servers.nemesis,
    at: (point) => servers.at.get(point) ?? 0,
    complaints: () => servers.complaints(),
    logged: () => servers.logged(),
    heaviestBytes: () => servers.heaviest,
    died: () => servers.died,
    close: async () => {
      await context.jobs.stop()
      await servers.close()
    },
  }
}
