import type { RefusalCode } from '../../sync/errors.ts'
import type { VideoType } from '../../sync/limits.ts'
import type { MediaState } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Queryable } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'
import { orderRenditions } from './rendition/order.ts'
import { findMedia, lockMedia, type MediaRow, markClaimed, markRefused } from './store.ts'

type Claim = {
  mediaId: string
  /** Whose upload it must be. */
  principal: string
  /** The question or the answer that refers to it from now on; for a reply, its question. */
  by: string
  /** Under which name it is filed: `conversations/{conversationId}/{timestamp}_{name}` (D50). */
  key: string
  /** How far its bytes must have come; verified, unless told otherwise. */
  states?: readonly MediaState[]
}

/**
 * Takes a loose video for a question or an answer: from then on it is not swept. Idempotent for the same claimant.
 * Refuses `video-not-there` for a video that is missing, somebody else's, taken, or not far enough; a video that was
 * turned down is refused for the same reason.
 */
export async function claimMedia(work: TxContext, claim: Claim): Promise<Result<MediaRow>> {
  const { mediaId, principal, by, states = ['stored'] } = claim
  const media = await lockMedia(work.tx, mediaId)
  if (!media || media.principal !== principal) return refuse('video-not-there')
  if (media.claimedBy === by) return done(media)
  if (media.claimedBy) return refuse('video-not-there')
  if (!states.includes(media.state)) {
    return refuse(media.state === 'refused' && media.refusal ? media.refusal : 'video-not-there')
  }
  const key = filedName(claim.key, media.declaredType)
  await markClaimed(work.tx, mediaId, { by, key })
  if (media.state === 'stored') await orderRenditions(work, media)
  return done({ ...media, claimedBy: by, originalKey: key })
}

/**
 * Waits for a video no longer: whoever still sends it is told `why`, and keeps it. False for one that is stored, which
 * stays as it is.
 */
export async function turnDownMedia({ tx }: TxContext, mediaId: string, why: RefusalCode): Promise<boolean> {
  const media = await lockMedia(tx, mediaId)
  if (media?.state === 'stored') return false
  if (media?.state === 'expected' || media?.state === 'received') await markRefused(tx, mediaId, why)
  return true
}

/** A video by its id, as the database knows it; null when there is none. */
export function mediaById(on: Queryable, id: string): Promise<MediaRow | null> {
  return findMedia(on, id)
}

/** The same, locked until the transaction ends: its last byte comes before that, or after it. */
export function mediaForUpdate({ tx }: TxContext, id: string): Promise<MediaRow | null> {
  return lockMedia(tx, id)
}

const extensions = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' } as const

/** A name of plain letters, digits and dashes in each part, with the extension of its type (D50). */
export function filedName(name: string, type: VideoType): string {
  const parts = name
    .split('/')
    .map((part) =>
      part
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 100),
    )
    .filter((part) => part.length > 0)
  return `${parts.join('/')}.${extensions[type]}`
}
