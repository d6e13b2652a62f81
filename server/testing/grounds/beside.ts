import { assemble } from '../../app/open-context.ts'
import { startJobs } from '../../app/start-jobs.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { readEnv } from '../../env.ts'
import { createLog } from '../../log.ts'
import type { BlobStore } from '../../media/storage.ts'
import { jsonPost, ORIGIN } from './call.ts'
import type { Fleet } from './fleet.ts'
import type { CardAnswer, Ground } from './ground.ts'
import { makeCast } from './stage.ts'

/** Returns the environment variables of a ground's servers. */
export const variablesOf = (dir: string): Record<string, string> => ({
  NODE_ENV: 'test',
  DATA_DIR: dir,
  PORT: '0',
  DEMO: 'off',
  APP_SECRET: 'known to the fault schedules',
})

/** Opens the product in this process, beside the servers. It orders jobs and runs none. */
export async function openBeside(sql: Sql, dir: string): Promise<Context> {
  const read = readEnv(variablesOf(dir))
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const context = await assemble({ env: read.env, background: false, log: createLog('silent') }, sql)
  await startJobs(context)
  return context
}

type Found = Pick<Ground, 'request'> & { sql: Sql; context: Context; blobs: BlobStore; fleet: Fleet }

/** Returns what the grounds of tiers 2 and 3 have in common, whose servers are processes. */
export async function groundOf({ sql, context, blobs, fleet, request }: Found) {
  return {
    sql,
    blobs,
    secrets: context.secrets,
    cast: await makeCast(context),
    reached: fleet.reached,
    request,
    card: async (page, body) => {
      const answer = await request(0, `${ORIGIN}/dev/stripe/browser/${page}`, jsonPost(body))
      return (await answer.json()) as CardAnswer
    },
    run: (via) => fleet.run(via),
    order: (name, data) => context.jobs.send(sql, name, data),
    settled: async () => {},
    nemesis: fleet.nemesis,
    complaints: () => fleet.complaints(),
    logged: () => fleet.logged(),
    heaviestBytes: () => fleet.heaviest,
    died: () => fleet.died,
  } satisfies Partial<Ground>
}
