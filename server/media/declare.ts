import { SERVER_LIMITS } from '../../sync/limits.ts'
import { checkVideo, type DeclaredVideo, type VideoPurpose } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'
import { lockMedia } from './find-media.ts'
import {
  countApprovedQuestions,
  countLoose,
  insertExpected,
  looseQuestionBytes,
  type MediaRow,
  setPrincipal,
} from './store.ts'

type Declared = { video: DeclaredVideo; purpose: VideoPurpose; mostLooseBytes?: number | undefined }

/**
 * Declares a video, whose bytes only this caller may then upload (D8, D93). Idempotent by the video's id; a
 * signed-in person takes over what the same browser declared as a guest and did not submit. Refuses `sign-in-first`, `video-type`,
 * `video-size`, `video-too-long`, `not-found` for somebody else's id, `video-mismatch` for other details under a
 * known id, `too-many-requests` beyond a principal's limit, `storage-full` beyond the limit for all, and a refused
 * video for its own reason.
 */
export async function declareVideo(
  work: TxContext,
  caller: Caller,
  { video, purpose, mostLooseBytes }: Declared,
): Promise<Result<{ mediaId: string }>> {
  const principal = principalOf(caller)
  if (!principal) return refuse('sign-in-first')
  const checked = checkVideo(purpose, video)
  if (!checked.ok) return checked
  const known = await lockMedia(work.tx, video.id)
  if (known) return redeclare(work, { known, caller, declared: { video, purpose } })
  if (!(await mayHaveMore(work, { caller, principal, purpose, bytes: video.bytes })))
    return refuse('too-many-requests')
  if (purpose === 'question' && mostLooseBytes !== undefined) {
    if ((await looseQuestionBytes(work.tx)) + video.bytes > mostLooseBytes) return refuse('storage-full')
  }
  if (await insertExpected(work.tx, { principal, purpose, video })) return done({ mediaId: video.id })
  const meanwhile = await lockMedia(work.tx, video.id)
  if (!meanwhile) throw new InternalError(`video ${video.id} was there and is not`)
  return redeclare(work, { known: meanwhile, caller, declared: { video, purpose } })
}

/**
 * Returns whether a video belongs to this caller. A signed-in person also owns what the same browser began as a
 * guest.
 */
export function ownsMedia(caller: Caller, media: Pick<MediaRow, 'principal'>): boolean {
  const { personId, guestId } = caller
  return (
    (personId !== null && media.principal === `person:${personId}`) ||
    (guestId !== null && media.principal === `guest:${guestId}`)
  )
}

async function redeclare(
  work: TxContext,
  { known, caller, declared }: { known: MediaRow; caller: Caller; declared: Declared },
): Promise<Result<{ mediaId: string }>> {
  if (!ownsMedia(caller, known)) return refuse('not-found')
  if (!isSame(known, declared)) return refuse('video-mismatch')
  if (known.state === 'purged') return refuse('upload-not-expected')
  if (known.state === 'refused') return refuse(known.refusal ?? 'video-unreadable')
  const principal = principalOf(caller)
  if (principal && principal !== known.principal && !known.claimedBy) {
    await setPrincipal(work.tx, known.id, principal)
  }
  return done({ mediaId: known.id })
}

function isSame(known: MediaRow, { video, purpose }: Declared): boolean {
  return (
    known.purpose === purpose &&
    known.source === video.source &&
    known.declaredType === video.type &&
    known.declaredBytes === video.bytes &&
    known.declaredSha256 === video.sha256 &&
    known.declaredDurationMs === video.durationMs
  )
}

type More = { caller: Caller; principal: string; purpose: VideoPurpose; bytes: number }

async function mayHaveMore({ tx }: TxContext, { caller, principal, purpose, bytes }: More): Promise<boolean> {
  const loose = await countLoose(tx, principal, purpose)
  const most = await mostLoose(tx, caller, purpose)
  return loose.count < most.count && loose.bytes + bytes <= most.bytes
}

async function mostLoose(on: Queryable, { personId }: Caller, purpose: VideoPurpose) {
  if (purpose === 'question')
    return {
      count: SERVER_LIMITS.looseQuestionVideos,
      bytes: personId ? SERVER_LIMITS.loosePersonBytes : SERVER_LIMITS.looseGuestBytes,
    }
  const open = personId ? await countApprovedQuestions(on, personId) : 0
  // count at least one question, for a free answer to an expired one
  const questions = Math.max(1, open)
  return {
    count: SERVER_LIMITS.looseTakesPerQuestion * questions,
    bytes: SERVER_LIMITS.loosePersonBytes + SERVER_LIMITS.looseTakeBytesPerQuestion * questions,
  }
}
