import type { AnswerSubmission } from '../../sync/answer/submit.ts'
import { findMedia, lockMedia } from '../media/find-media.ts'
import { standsBy } from '../question/arrived.ts'
import type { TxContext } from '../transact.ts'

type Announced = { id: string; mediaId: string; state: string }

/**
 * Withdraws an announced answer whose bytes have not arrived, so that another recording can be announced in its
 * place, because its device may be lost or the athlete may not be content with it. The withdrawn answer then stands
 * by: whichever video is complete first is the answer. Returns false once the bytes are here. The caller locks the
 * question; the video stays locked, so that its last byte comes either before the change or after it.
 */
export async function giveWay(work: TxContext, { id, mediaId, state }: Announced): Promise<boolean> {
  if (state !== 'waiting') return false
  const media = await lockMedia(work.tx, mediaId)
  if (media?.state === 'received' || media?.state === 'stored') return false
  await withdraw(work, id)
  return true
}

/** Returns whether exactly this answer was announced before and stands by. */
export async function isStandingBy(
  { tx }: TxContext,
  { answerId, video }: AnswerSubmission,
): Promise<boolean> {
  const [found] = await tx`
    select from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where a.id = ${answerId} and m.id = ${video.id} and ${standsBy(tx)}`
  return found !== undefined
}

/** Makes an answer that stands by the awaited one, if its video is complete first. Returns false otherwise. */
export async function takeTurn(
  work: TxContext,
  answer: Announced & { questionId: string },
): Promise<boolean> {
  const { tx } = work
  if ((await findMedia(tx, answer.mediaId))?.state !== 'stored') return false
  const [waits] = await tx`
    select from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where a.id = ${answer.id} and ${standsBy(tx)}`
  const [other] = await tx<{ id: string; state: string }[]>`
    select id, state from answer where question_id = ${answer.questionId} and state <> 'withdrawn' for update`
  if (!waits || (other && other.state !== 'waiting')) return false
  if (other) await withdraw(work, other.id)
  await waitFor(work, answer.id)
  return true
}

/**
 * Makes the latest answer that stands by the awaited one, because the current one was no video. Returns its id, or
 * null if none stands by.
 */
export async function callStandBy(work: TxContext, questionId: string): Promise<string | null> {
  const [next] = await work.tx<{ id: string }[]>`
    select a.id from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where q.id = ${questionId} and ${standsBy(work.tx)} order by a.submitted_at desc limit 1 for update of a`
  if (!next) return null
  await waitFor(work, next.id)
  return next.id
}

async function withdraw({ tx }: TxContext, id: string): Promise<void> {
  await tx`update answer set state = 'withdrawn', updated_at = app_now() where id = ${id}`
}

async function waitFor({ tx }: TxContext, id: string): Promise<void> {
  await tx`update answer set state = 'waiting', updated_at = app_now() where id = ${id}`
}
