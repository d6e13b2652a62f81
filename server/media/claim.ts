import type { RefusalCode } from '../../sync/errors.ts'
import type { VideoType } from '../../sync/limits.ts'
import type { MediaState } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { TxContext } from '../transact.ts'
import { lockMedia } from './find-media.ts'
import { orderRenditions } from './rendition/order.ts'
import { type MediaRow, markClaimed, markRefused } from './store.ts'

type Claim = {
  mediaId: string
  /** The principal whose upload it must be; left out for an ask, which was prepared with its caller's own video. */
  principal?: string
  /** The id of the question or answer that claims the video; for a reply, that of its question. */
  by: string
  /** The name it is filed under: `conversations/{conversationId}/{timestamp}_{name}` (D50). */
  key: string
  /** The states in which the video may be claimed; only `stored`, unless given. */
  states?: readonly MediaState[]
}

/**
 * Claims an unclaimed video for a question or an answer, so that it is no longer swept. Idempotent for the same
 * claimant. Refuses `video-not-there` for a video that is missing, somebody else's, claimed, or not far enough; a
 * refused video is refused for its own reason.
 */
export async function claimMedia(work: TxContext, claim: Claim): Promise<Result<MediaRow>> {
  const { mediaId, principal, by, states = ['stored'] } = claim
  const media = await lockMedia(work.tx, mediaId)
  if (!media || (principal !== undefined && media.principal !== principal)) return refuse('video-not-there')
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
 * Stops waiting for a video: a device that still sends it is refused with `why`, and keeps it. Returns false for a
 * stored video, which stays as it is.
 */
export async function turnDownMedia({ tx }: TxContext, mediaId: string, why: RefusalCode): Promise<boolean> {
  const media = await lockMedia(tx, mediaId)
  if (media?.state === 'stored') return false
  if (media?.state === 'expected' || media?.state === 'received') await markRefused(tx, mediaId, why)
  return true
}

const extensions = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' } as const

/**
 * Returns a file name whose parts contain only letters, digits, dashes and underscores, with the extension of its
 * type (D50).
 */
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
