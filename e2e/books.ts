import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Server } from './server.ts'

/** Reads the server's own database and files directly, never through the product. */
export type Books = {
  /** Returns every question with this subject. More than one means that the question was sent twice. */
  questions(subject: string): Promise<QuestionRow[]>
  /** Returns the money of one question: its holds, what the payment stand-in did, and the ledger. */
  money(questionId: string): Promise<Money>
  /** Returns the answers of a question that were not withdrawn. */
  answers(questionId: string): Promise<{ id: string; state: string; mediaId: string }[]>
  video(mediaId: string): Promise<VideoRow>
  /** Gives an approved question a stored answer that is not paid for yet. Returns the id of its PaymentIntent. */
  storeAnswer(subject: string): Promise<string>
  /** Returns whether a device has confirmed this push. */
  isReceived(pushId: string): Promise<boolean>
  /** Returns whether pushes are still sent to a device at this address. */
  isSubscribed(endpoint: string): Promise<boolean>
  /** Returns debits minus credits over the whole ledger; any value but 0 is a mistake. */
  ledgerSum(): Promise<number>
  close(): Promise<void>
}

export type QuestionRow = {
  id: string
  status: string
  reason: string | null
  mediaId: string | null
  hold: string
  revision: number
}

export type Money = {
  holds: { state: string; amountCents: number }[]
  /** The charges at the stand-in that belong to this question's holds. */
  charges: { amountCents: number; capturedCents: number; isCaptured: boolean; isRefunded: boolean }[]
  /** Cents in the ledger by account. */
  ledger: Record<string, number>
}

export type VideoRow = {
  state: string
  declaredSha256: string
  declaredBytes: number
  /** The SHA-256 of the stored original. */
  originalSha256: string
  durationMs: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
}

export function openBooks(server: Server): Books {
  const folder = join(server.dataDir, 'postgres')
  const sql = postgres({
    path: `${folder}/.s.PGSQL.5432`,
    host: 'localhost',
    user: 'postgres',
    database: 'postgres',
    max: 1,
    onnotice: () => {},
  })
  return {
    async storeAnswer(subject) {
      const ids = { media: randomUUID(), answer: randomUUID() }
      await sql`
        insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256,
          declared_duration_ms, served_key, served_bytes, served_type, duration_ms, width, height, video_codec, stored_at)
        select ${ids.media}, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256,
          declared_duration_ms, served_key, served_bytes, served_type, duration_ms, width, height, video_codec, stored_at
        from media where purpose = 'answer' and state = 'stored' limit 1`
      const [made] = await sql<{ intentId: string }[]>`
        with stored as (
          insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, state, duration_ms, recorded_at,
            submitted_at)
          select ${ids.answer}, id, conversation_id, athlete_id, fan_id, ${ids.media}, 'stored', 1000, app_now(), app_now()
          from question where subject = ${subject} and status = 'approved' returning question_id)
        select h.payment_intent_id as "intentId" from hold h join stored on stored.question_id = h.ask_id`
      if (!made) throw new Error(`no question “${subject}” waits for an answer`)
      return made.intentId
    },
    questions: (subject) => sql<QuestionRow[]>`
      select id, status, reason, media_id as "mediaId", hold_state as hold, revision from question where subject = ${subject}`,
    money: (questionId) => readMoney(sql, questionId),
    answers: (questionId) => sql<{ id: string; state: string; mediaId: string }[]>`
      select id, state, media_id as "mediaId" from answer where question_id = ${questionId} and state <> 'withdrawn'`,
    video: (mediaId) => readVideo(sql, { mediaId, dataDir: server.dataDir }),
    async isReceived(pushId) {
      const rows = await sql`select from push_message where id = ${pushId} and received_at is not null`
      return rows.length > 0
    },
    async isSubscribed(endpoint) {
      return (await sql`select from push_subscription where endpoint = ${endpoint}`).length > 0
    },
    async ledgerSum() {
      const [row] = await sql<{ sum: number }[]>`
        select coalesce(sum(amount_cents), 0)::int as sum from ledger_entry`
      return row!.sum
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

async function readMoney(sql: postgres.Sql, questionId: string): Promise<Money> {
  const holds = await sql<Money['holds']>`
    select state, amount_cents as "amountCents" from hold where ask_id = ${questionId} order by attempt`
  const charges = await sql<Money['charges']>`
    select (body ->> 'amount')::int as "amountCents", (body ->> 'amount_captured')::int as "capturedCents",
      (body ->> 'captured')::boolean as "isCaptured", (body ->> 'refunded')::boolean as "isRefunded"
    from stand_in.object where object = 'charge' and body ->> 'status' = 'succeeded'
      and body ->> 'payment_intent' in (select payment_intent_id from hold where ask_id = ${questionId})`
  const ledger = await sql<{ account: string; cents: number }[]>`
    select e.account, sum(e.amount_cents)::int as cents from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id where t.question_id = ${questionId} group by e.account`
  return {
    holds: [...holds],
    charges: [...charges],
    ledger: Object.fromEntries(ledger.map(({ account, cents }) => [account, cents])),
  }
}

async function readVideo(
  sql: postgres.Sql,
  { mediaId, dataDir }: { mediaId: string; dataDir: string },
): Promise<VideoRow> {
  const [row] = await sql<(Omit<VideoRow, 'originalSha256'> & { uploadId: string })[]>`
    select state, declared_sha256 as "declaredSha256", declared_bytes::int as "declaredBytes", upload_id as "uploadId",
      duration_ms as "durationMs", width, height, video_codec as "videoCodec", audio_codec as "audioCodec"
    from media where id = ${mediaId}`
  if (!row) throw new Error(`there is no video ${mediaId}`)
  const { uploadId, ...told } = row
  const bytes = await readFile(join(dataDir, 'uploads', uploadId))
  return { ...told, originalSha256: createHash('sha256').update(bytes).digest('hex') }
}
