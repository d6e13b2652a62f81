import type { Asker } from '../../sync/account/asker.ts'
import { LIMITS } from '../../sync/limits.ts'
import type { HoldState } from '../../sync/payment/amount.ts'
import type { QuestionStatus, Reason } from '../../sync/question/status.ts'
import type { Sql, Tx } from '../db/sql.ts'

/**
 * The asker as stored with a question: the details they typed, and the address key under which a free first
 * question is counted.
 */
export type KeptAsker = Asker & { emailKey: string }

export type QuestionRow = {
  id: string
  conversationId: string
  fanId: string
  athleteId: string
  guestId: string | null
  asker: KeptAsker
  subject: string
  kind: 'text' | 'video'
  text: string
  mediaId: string | null
  status: QuestionStatus
  reason: Reason | null
  amountCents: number
  holdState: HoldState
  submittedAt: Date
  screeningEndsAt: Date
  approvedAt: Date | null
  dueAt: Date | null
  graceEndsAt: Date | null
  payAgainUntil: Date | null
  settledAt: Date | null
  adminNote: string | null
  athleteNote: string | null
  linkGeneration: number
  revision: number
}

export const questionColumns = (sql: Sql | Tx) => sql`
  q.id, q.conversation_id as "conversationId", q.fan_id as "fanId", q.athlete_id as "athleteId",
  q.guest_id as "guestId", q.asker, q.subject, q.kind, q.text, q.media_id as "mediaId", q.status, q.reason,
  q.amount_cents as "amountCents", q.hold_state as "holdState", q.submitted_at as "submittedAt",
  q.screening_ends_at as "screeningEndsAt", q.approved_at as "approvedAt", q.due_at as "dueAt",
  q.grace_ends_at as "graceEndsAt", q.pay_again_until as "payAgainUntil", q.settled_at as "settledAt", q.admin_note as "adminNote",
  q.athlete_note as "athleteNote", q.link_generation as "linkGeneration", q.revision`

export async function questionByLink(sql: Sql | Tx, hash: string): Promise<QuestionRow | null> {
  const [row] = await sql<
    QuestionRow[]
  >`select ${questionColumns(sql)} from question q where q.link_hash = ${hash}`
  return row ?? null
}

/** Returns the questions of this guest or this person, newest first. */
export async function questionsOf(
  sql: Sql | Tx,
  owner: { guestId: string | null; personId: string | null },
): Promise<QuestionRow[]> {
  return sql<QuestionRow[]>`
    select ${questionColumns(sql)} from question q
    where (${owner.guestId}::uuid is not null and q.guest_id = ${owner.guestId}::uuid)
       or (${owner.personId}::uuid is not null and q.fan_id = ${owner.personId}::uuid)
    order by q.submitted_at desc limit ${LIMITS.myQuestions}`
}

export type AskRow = Pick<
  QuestionRow,
  'id' | 'guestId' | 'athleteId' | 'asker' | 'subject' | 'kind' | 'text' | 'mediaId' | 'amountCents'
> & {
  principal: string
  personId: string | null
  /** The athlete's price when the ask was prepared. */
  priceCents: number | null
  discountCodeId: string | null
  wantedAt: Date | null
  state: 'open' | 'asked' | 'released'
  reason: string | null
}

const askColumns = (sql: Sql | Tx) => sql`
  a.id, a.principal, a.guest_id as "guestId", a.person_id as "personId", a.athlete_id as "athleteId", a.asker,
  a.subject, a.kind, a.text, a.media_id as "mediaId", a.amount_cents as "amountCents",
  a.price_cents as "priceCents", a.discount_code_id as "discountCodeId", a.wanted_at as "wantedAt",
  a.state, a.reason`

/** The asks of a person who leaves: those of the account or, without an account, those asked with the address. */
export const ofOwner = (sql: Sql | Tx, { personId, email }: { personId: string | null; email: string }) =>
  personId ? sql`person_id = ${personId}` : sql`(person_id is null and lower(asker ->> 'email') = ${email})`

export async function lockAsk(tx: Tx, id: string): Promise<AskRow | null> {
  const [row] = await tx<AskRow[]>`select ${askColumns(tx)} from prepared_ask a where a.id = ${id} for update`
  return row ?? null
}

export async function askById(sql: Sql | Tx, id: string): Promise<AskRow | null> {
  const [row] = await sql<AskRow[]>`select ${askColumns(sql)} from prepared_ask a where a.id = ${id}`
  return row ?? null
}
