import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../../sync/limits.ts'
import { SYNC_PATHS } from '../../../sync/paths.ts'
import type { PushAnswer } from '../../../sync/protocol.ts'
import type { Ground } from './ground.ts'
import { callServer } from './http-client.ts'
import { type Measured, takeTurns, timed } from './measured.ts'
import { type Member, makeMembers } from './people.ts'

const RUNS = 7
const BATCHES = 8
const BODY = 'x'.repeat(300)

/**
 * Measures pushing drafts in full batches and one by one, against raw inserts of the same rows, committed as often.
 */
export async function measurePush(ground: Ground): Promise<Measured[]> {
  const [fan] = await makeMembers(ground, { role: 'basic', count: 1 })
  const [athlete] = await makeMembers(ground, { role: 'creator', count: 1 })
  if (!fan || !athlete) throw new Error('nobody was made')
  await ground.sql`create table if not exists raw_draft (like draft including all)`
  await ground.sql`create table if not exists raw_feed (like feed including all)`
  await ground.sql`create table if not exists raw_outcome (like intent_outcome including all)`
  const rows: Measured[] = []
  for (const size of [LIMITS.pushIntents, 1]) {
    const count = size * BATCHES
    const rate = async (run: () => Promise<unknown>) => {
      const ms = await timed(async () => {
        for (let batch = 0; batch < BATCHES; batch += 1) await run()
      })
      return (count / ms) * 1_000
    }
    rows.push({
      figure: size === 1 ? 'push, one at a time' : `push in batches of ${size}`,
      unit: 'intents/s',
      ...(await takeTurns(RUNS, {
        ours: async () => {
          // Delete the drafts first, because an account may keep only a limited number of them.
          await ground.sql`delete from draft where person_id = ${fan.personId}`
          return rate(() => push(ground, { fan, athlete, size }))
        },
        floor: () => rate(() => insert(ground, { fan, athlete, size })),
      })),
      against: 'raw insert',
      ...(size > 1 && { bar: { of: 'ratio', least: 0.25 } }),
    })
  }
  return rows
}

type Batch = { fan: Member; athlete: Member; size: number }

async function push({ server }: Ground, { fan, athlete, size }: Batch): Promise<void> {
  const intents = Array.from({ length: size }, () => ({
    id: randomUUID(),
    name: 'draft.save',
    version: 1,
    args: {
      draftId: randomUUID(),
      athleteId: athlete.personId,
      base: 0,
      savedAt: 1_700_000_000_000,
      body: BODY,
    },
  }))
  const body = { device: fan.device, account: fan.personId, intents }
  const { outcomes } = await callServer<PushAnswer>({
    port: server.port,
    path: SYNC_PATHS.push,
    member: fan,
    body,
  })
  if (!outcomes.every(({ state }) => state === 'settled')) throw new Error(JSON.stringify(outcomes[0]))
}

/** Inserts the rows that each intent leaves behind: the draft, its place in the feed, and the outcome. */
async function insert({ sql }: Ground, { fan, athlete, size }: Batch): Promise<void> {
  const drafts = Array.from({ length: size }, () => ({
    id: randomUUID(),
    person_id: fan.personId,
    athlete_id: athlete.personId,
    body: BODY,
    base: 0,
    saved_at: new Date(),
  }))
  const feed = drafts.map(({ id }) => ({ reader: fan.personId, collection: 'drafts', id }))
  const outcomes = drafts.map(({ id }) => ({
    id: randomUUID(),
    principal: `person:${fan.personId}`,
    device: fan.device,
    name: 'draft.save',
    outcome: sql.json({ id, state: 'settled', value: { draftId: id, revision: 1 } }),
  }))
  await sql.begin(async (tx) => {
    await tx`insert into raw_draft ${tx(drafts)}`
    await tx`insert into raw_feed ${tx(feed)}`
    await tx`insert into raw_outcome ${tx(outcomes)}`
  })
}
