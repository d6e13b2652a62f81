import type { VideoPurpose } from '../../sync/media/video.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import { enqueue, type QueueName } from '../jobs/queue-names.ts'
import type { TxContext } from '../transact.ts'
import { readingLimits } from './probe/probe.ts'

/**
 * What waits to be verified stands in two lines with processes of their own, so that an answer, for which money and a
 * deadline wait, never waits for somebody's questions.
 */
const LINES = {
  'media.verify-answer': ['answer', 'reply'],
  'media.verify-question': ['question'],
} as const satisfies Partial<Record<QueueName, readonly VideoPurpose[]>>
export type Line = keyof typeof LINES

/** In which line a video stands. */
export const lineOf = (purpose: VideoPurpose): Line =>
  purpose === 'question' ? 'media.verify-question' : 'media.verify-answer'

/** After the time a video may take, it is given to somebody else: its server has ended. */
const LEASE_SPARE_MS = 60_000

/** Orders that a received video is looked at. A job says that there is one more, and not which is next. */
export async function orderVerification(
  inside: Pick<TxContext, 'context' | 'tx'>,
  { id, purpose }: { id: string; purpose: VideoPurpose },
): Promise<void> {
  await enqueue(inside, lineOf(purpose), { data: {}, singletonKey: id })
}

/** Takes the next video of a line that may be looked at, if there is one, for as long as it may take. */
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

/** The machine failed at a video: it is tried again after 2 s, 4 s and so on, up to an hour. */
export async function putBack(inside: TxContext, line: Line, mediaId: string): Promise<void> {
  await inside.tx`
    update media set verify_tries = least(verify_tries + 1, 20),
      verify_after = app_now() + least(2 ^ (verify_tries + 1), 3600) * interval '1 second'
    where id = ${mediaId} and state = 'received'`
  await planNext(inside, line)
}

/** Sees to it that somebody looks when the next video of a line may be looked at, also should this server end. */
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

/** Something that takes a while is done for a sender: whoever waits longer comes before their next one. */
export async function noteTurn(tx: Tx, principal: string): Promise<void> {
  await tx`
    insert into verification_turn (principal) values (${principal})
    on conflict (principal) do update set turn_at = app_now()`
}

/** A sender's file was no video: the next one of theirs waits 1 s, then 2 s, 4 s and so on, up to ten minutes. */
export async function noteRefused(tx: Tx, principal: string): Promise<void> {
  await tx`
    insert into verification_turn as t (principal, refused, wait_until)
    values (${principal}, 1, app_now() + interval '1 second')
    on conflict (principal) do update set refused = least(t.refused + 1, 20),
      wait_until = app_now() + least(2 ^ t.refused, 600) * interval '1 second'`
}

/** A sender's file was a video: half of what was held against them is forgotten. */
export async function noteStored(tx: Tx, principal: string): Promise<void> {
  await tx`update verification_turn set refused = refused / 2 where principal = ${principal} and refused > 0`
}

/** Forgets the turns of those from whom nothing came for a day. */
export async function forgetTurns(tx: Tx): Promise<void> {
  await tx`delete from verification_turn where turn_at < app_now() - interval '1 day'`
}
