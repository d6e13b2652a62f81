import { COLLECTION_NAMES } from '../../../sync/collections.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { SYNC_PATHS } from '../../../sync/paths.ts'
import { type Checkpoint, PROTOCOL, type PullAnswer } from '../../../sync/protocol.ts'
import type { Ground } from './ground.ts'
import { callServer } from './http-client.ts'
import { type Measured, takeTurns, timed } from './measured.ts'
import { type Member, makeMembers, makeQuestions } from './people.ts'

const QUESTIONS = 10_000
const RUNS = 7
/** How many first runs of ours and of the floor are not counted, because the figure is about a warm server. */
const WARMING = 10

/** Measures pulling 10,000 questions page by page, as a device does, against selecting the same rows page by page. */
export async function measurePull(ground: Ground): Promise<Measured[]> {
  const [fan] = await makeMembers(ground, { role: 'basic', count: 1 })
  const athletes = await makeMembers(ground, { role: 'creator', count: 25 })
  if (!fan) throw new Error('nobody was made')
  await makeQuestions(ground.sql, { fan, athletes, count: QUESTIONS })
  await ground.sql`analyze`
  const floor = async () => perSecond(await timed(() => selectAll(ground, fan)))
  const rows: Measured[] = []
  for (const gzip of [false, true]) {
    const ours = async () => perSecond(await timed(() => pullAll(ground, fan, gzip)))
    for (let run = 0; run < WARMING; run += 1) {
      await ours()
      await floor()
    }
    rows.push({
      figure: gzip ? 'pull, compressed' : 'pull',
      unit: 'documents/s',
      ...(await takeTurns(RUNS, { ours, floor })),
      against: 'raw select',
      ...(!gzip && { bar: { of: 'ratio', least: 0.2 } }),
    })
  }
  return rows
}

const perSecond = (ms: number) => (QUESTIONS / ms) * 1_000

async function pullAll({ server }: Ground, member: Member, gzip: boolean): Promise<void> {
  let checkpoint: Checkpoint | null = null
  let count = 0
  for (let more = true; more; ) {
    const body = {
      protocol: PROTOCOL,
      collection: COLLECTION_NAMES.find((name) => name === 'questions'),
      checkpoint,
      limit: LIMITS.pullDocuments,
    }
    const page: PullAnswer = await callServer({
      port: server.port,
      path: SYNC_PATHS.pull,
      member,
      body,
      gzip,
    })
    checkpoint = page.checkpoint
    count += page.documents.length
    more = page.documents.length === LIMITS.pullDocuments
  }
  if (count !== QUESTIONS) throw new Error(`${count} of ${QUESTIONS} questions were pulled`)
}

async function selectAll({ sql }: Ground, { personId }: Member): Promise<void> {
  let count = 0
  let last = { at: 'infinity', id: personId }
  for (let more = true; more; ) {
    const rows = await sql<{ id: string; at: string }[]>`
      select id, conversation_id, fan_id, athlete_id, subject, kind, text, media_id, status, reason, submitted_at,
        approved_at, due_at, grace_ends_at, settled_at, amount_cents, hold_state, admin_note, athlete_note, revision,
        submitted_at::text as at
      from question where fan_id = ${personId} and (submitted_at, id) < (${last.at}, ${last.id})
      order by submitted_at desc, id desc limit ${LIMITS.pullDocuments}`
    count += rows.length
    last = rows.at(-1) ?? last
    more = rows.length === LIMITS.pullDocuments
  }
  if (count !== QUESTIONS) throw new Error(`${count} of ${QUESTIONS} questions were selected`)
}
