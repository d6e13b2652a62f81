import type { VideoPurpose } from '../../sync/media/video.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import { enqueue, type QueueName } from '../jobs/queue-names.ts'
import type { TxContext } from '../transact.ts'
import { readingLimits } from './probe/probe.ts'

/**
 * The two lines of videos waiting to be verified, each with its own processes, so that answers, which have money
 * and a deadline behind them, never wait for questions.
 */
const LINES = {
  'media.verify-answer': ['answer', 'reply'],
  'media.verify-question': ['question'],
} as const satisfies Partial<Record<QueueName, readonly VideoPurpose[]>>
export type Line = keyof typeof LINES

/** Returns the line of a video. */
export const lineOf = (purpose: VideoPurpose): Line =>
  purpose === 'question' ? 'media.verify-question' : 'media.verify-answer'

/** How long after its time limit a video is given to another server, because its server has ended. */
const LEASE_SPARE_MS = 60_000

/** Orders the verification of a received video. The job says only that there is one more, not which is next. */
export async function orderVerification(
  inside: Pick<TxContext, 'context' | 'tx'>,
  { id, purpose }: { id: string; purpose: VideoPurpose },
): Promise<void> {
  await enqueue(inside, lineOf(purpose), { data: {}, singletonKey: id })
}

/** Claims the next due video of a line for as long as it may take, and returns its id; null if there is none. */
export async function takeNext(inside: TxContext, line: Line): Promise<string | null> {
  const { tx } = inside
  const [next] = await tx<{ id: string; principal: string; bytes: number }[]>`
    select m.id, m.principal, m.declared_bytes as bytes ${waiting(tx, line)} and ${due(tx)} <= app_now()
    order by greatest(t.turn_at, m.received_at), m.received_at, m.id limit 1 for update of m skip locked`
  if (next) {
    const lease = readingLimits(next.bytes).deadlineMs + LEASE_SPARE_MS
    await tx`update media set verify_after = app_now() + ${lease} * interval '1 millisecond' where id = ${next.id}`
    await noteTurn(tx, next.principal)
  }
  await planNext(inside, line)
  return next?.id ?? null
}

/** Puts a video back after a failure of the machine. It is tried again after 2 s, 4 s and so on, up to an hour. */
export async function putBack(inside: TxContext, line: Line, mediaId: string): Promise<void> {
  await inside.tx`
    update media set verify_tries = least(verify_tries + 1, 20),
      verify_after = app_now() + least(2 ^ (verify_tries + 1), 3600) * interval '1 second'
    where id = ${mediaId} and state = 'received'`
  await planNext(inside, line)
}

/** Enqueues a job for the moment when the next video of a line is due, even if this server ends before. */
async function planNext(inside: TxContext, line: Line): Promise<void> {
  const { tx } = inside
  const [next] = await tx<{ startAfter: Date | null }[]>`
    select min(${due(tx)}) as "startAfter" ${waiting(tx, line)}`
  if (!next?.startAfter) return
  await enqueue(inside, line, { data: {}, singletonKey: 'next', startAfter: next.startAfter })
}

const waiting = (on: Queryable, line: Line) => on`
  from media m left join verification_turn t on t.principal = m.principal
  where m.state = 'received' and m.conversion is null and m.purpose = any(${[...LINES[line]]}::text[])`

const due = (on: Queryable) => on`greatest(m.received_at, m.verify_after, t.wait_until)`

/** Records that work was done for a sender, so that other senders come before their next video. */
export async function noteTurn(tx: Tx, principal: string): Promise<void> {
  await tx`
    insert into verification_turn (principal) values (${principal})
    on conflict (principal) do update set turn_at = app_now()`
}

/**
 * Records that a sender's file was no video. Their next one waits 1 s, then 2 s, 4 s and so on, up to ten minutes.
 */
export async function noteRefused(tx: Tx, principal: string): Promise<void> {
  await tx`
    insert into verification_turn as t (principal, refused, wait_until)
    values (${principal}, 1, app_now() + interval '1 second')
    on conflict (principal) do update set refused = least(t.refused + 1, 20),
      wait_until = app_now() + least(2 ^ t.refused, 600) * interval '1 second'`
}

/** Records that a sender's file was a video, which halves their count of refused files. */
export async function noteStored(tx: Tx, principal: string): Promise<void> {
  await tx`update verification_turn set refused = refused / 2 where principal = ${principal} and refused > 0`
}

/** Deletes the turns of senders who have been inactive for a day. */
export async function forgetTurns(tx: Tx): Promise<void> {
  await tx`delete from verification_turn where turn_at < app_now() - interval '1 day'`
}
