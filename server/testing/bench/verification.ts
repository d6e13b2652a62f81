import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { junkWebm } from '../media/hostile.ts'
import { sampleVideo } from '../media/sample.ts'
import type { Ground } from './ground.ts'
import { type Measured, timed } from './measured.ts'
import { type Member, makeMembers, makeQuestions } from './people.ts'
import { sendFilm } from './upload.ts'

const RUNS = 10
const JUNK_FILES = 2_000
const JUNK_BYTES = 2_000
const JUNK_SENDERS = 50
const MOST_SECONDS = 10
const LOOK_MS = 10

/** Measures from a film's last byte to its being stored, for answers and questions, with junk files in the queue. */
export async function measureVerification(ground: Ground): Promise<Measured[]> {
  const [athlete] = await makeMembers(ground, { role: 'creator', count: 1 })
  const [fan] = await makeMembers(ground, { role: 'basic', count: 1 })
  if (!athlete || !fan) throw new Error('nobody was made')
  await makeQuestions(ground.sql, { fan, athletes: [athlete], count: 1, status: 'approved' })
  const people = { ground, fan, athlete }
  await takeBoth(people, 1)
  const floor = await takeBoth(people, RUNS)
  await fillLine(ground, fan)
  const ours = await takeBoth(people, RUNS)
  return (['answer', 'question'] as const).map((purpose) => ({
    figure: `${purpose} stored, ${JUNK_FILES} files in line`,
    unit: 's',
    ours: ours[purpose],
    floor: floor[purpose],
    against: 'nothing in line',
    bar: { of: 'ours', most: MOST_SECONDS },
  }))
}

type People = { ground: Ground; fan: Member; athlete: Member }

async function takeBoth(people: People, runs: number): Promise<Record<'answer' | 'question', number[]>> {
  const taken = { answer: [] as number[], question: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    taken.answer.push(await secondsToStored(people, 'answer'))
    taken.question.push(await secondsToStored(people, 'question'))
  }
  return taken
}

async function secondsToStored(
  { ground, fan, athlete }: People,
  purpose: 'answer' | 'question',
): Promise<number> {
  const { sql } = ground
  const [question] = await sql<{ id: string }[]>`
    select id from question where athlete_id = ${athlete.personId} and status = 'approved' limit 1`
  const { bytes } = await sampleVideo('question.webm')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { purpose: 'answer', questionId: question?.id ?? '', durationMs: '3000' } as const
  const film =
    purpose === 'answer' ? { ground, fan: athlete, bytes, sha256, facts } : { ground, fan, bytes, sha256 }
  const mediaId = await sendFilm(film)
  const ms = await timed(async () => {
    for (;;) {
      const [media] = await sql<{ state: string }[]>`select state from media where id = ${mediaId}`
      if (media?.state === 'stored') return
      if (media?.state !== 'received') throw new Error(`the film became ${media?.state}`)
      await sleep(LOOK_MS)
    }
  })
  await sql`update media set claimed_by = gen_random_uuid() where id = ${mediaId}`
  return ms / 1_000
}

/** Fills the queue with junk files of many guests, as if just received, and uploads one more to start the queue. */
async function fillLine({ dir, sql, ...rest }: Ground, fan: Member): Promise<void> {
  const junk = junkWebm().subarray(0, JUNK_BYTES)
  const rows = await sql<{ id: string }[]>`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, received_at, upload_id)
    select id, 'guest:' || n % ${JUNK_SENDERS}::int, 'question', 'file', 'video/webm', ${JUNK_BYTES}, '', 3000, 'received', now(),
      id from (select gen_random_uuid() as id, n from generate_series(1, ${JUNK_FILES}::int) n) made returning id`
  for (const { id } of rows) await writeFile(path.join(dir, 'uploads', id), junk)
  const bytes = Buffer.concat([junk, randomBytes(16)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await sendFilm({ ground: { dir, sql, ...rest }, fan, bytes, sha256 })
}
