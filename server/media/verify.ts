import type { RefusalCode } from '../../sync/errors.ts'
import type { VideoType } from '../../sync/limits.ts'
import type { VideoFamily } from '../../sync/media/tracks.ts'
import { longestMs, sniffVideoType } from '../../sync/media/video.ts'
import { type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { type TxContext, transact } from '../transact.ts'
import { findMedia, lockMedia } from './find-media.ts'
import { noteRefused, noteStored } from './line.ts'
import { type InspectedVideo, inspectVideo, readingLimits } from './probe/probe.ts'
import { sensibleBytesOf } from './probe/read-bytes.ts'
import { orderConversion, orderRenditions } from './rendition/order.ts'
import { type MediaRow, markConverting, markRefused, markStored } from './store.ts'

/**
 * Decides what a received file is: `stored`, with its true duration and a playable copy without tags, or `refused`
 * as `video-type` or as `inspectVideo` refuses. `media.settled` tells whoever waits. The declared duration is not
 * trusted; the measured one is checked against the limit (D6, D7). Safe to run again at any point; throws when the
 * machine is at fault.
 */
export async function verifyMedia(context: Context, mediaId: string): Promise<void> {
  const media = await findMedia(context.sql, mediaId)
  if (media?.state !== 'received' || !media.uploadId || media.conversion === 'required') return
  const draft = context.blobs.draft(context.random.id())
  try {
    const verdict = await inspectUpload(context, media, draft)
    if (verdict.ok) await storeVideo(context, media, { ...verdict.value, draft })
    else await refuseVideo(context, media.id, verdict.refusal.code)
  } finally {
    await context.blobs.discard(draft)
  }
}

const familyOf = (type: VideoType | null): VideoFamily | null =>
  type && (type === 'video/webm' ? 'webm' : 'mp4')

async function inspectUpload(
  context: Context,
  media: MediaRow,
  draft: string,
): Promise<Result<InspectedVideo>> {
  const uploadId = media.uploadId ?? ''
  const family = familyOf(sniffVideoType(await firstBytes(context, uploadId)))
  if (family === null || family !== familyOf(media.declaredType)) return refuse('video-type')
  const { file, release } = await context.blobs.local('uploads', uploadId)
  try {
    const bytes = await sensibleBytesOf(file, family)
    if (bytes === null) return refuse('video-unreadable')
    return await inspectVideo({
      file,
      bytes,
      draft,
      family,
      longestMs: longestMs(media.purpose, media.source),
      means: { canConvert: context.converter != null },
      limits: readingLimits(bytes),
    })
  } finally {
    await release()
  }
}

async function firstBytes(context: Context, uploadId: string): Promise<Uint8Array> {
  const chunks = []
  for await (const chunk of context.blobs.read('uploads', uploadId, { start: 0, end: 63 })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function storeVideo(
  context: Context,
  media: MediaRow,
  { draft, copy, ...probed }: InspectedVideo & { draft: string },
): Promise<void> {
  if (!copy) return awaitConversion(context, media, probed)
  const { bytes, family } = copy
  const servedKey = `${media.id}.${family}`
  await context.blobs.keep(draft, servedKey)
  await context.fault('media.after-remux')
  const state = await transact(context, async (inside) => {
    const facts = { ...probed, servedKey, servedBytes: bytes, servedType: `video/${family}` as const }
    const stored = await markStored(inside.tx, media.id, facts)
    if (stored) {
      await noteStored(inside.tx, media.principal)
      if (media.claimedBy) await orderRenditions(inside, { id: media.id, conversion: probed.conversion })
      await enqueue(inside, 'media.settled', { data: { mediaId: media.id } })
    }
    return stored ? 'stored' : (await findMedia(inside.tx, media.id))?.state
  })
  if (state !== 'stored') await context.blobs.remove('served', servedKey)
  await context.fault('media.after-stored')
}

/** Orders a conversion, because no browser plays a copy of the video. It stays `received` until its film is made. */
async function awaitConversion(
  context: Context,
  { id }: MediaRow,
  { tracks, durationMs, shown }: Pick<InspectedVideo, 'tracks' | 'durationMs' | 'shown'>,
): Promise<void> {
  await transact(context, async (inside) => {
    const isHere = await markConverting(inside.tx, id, { ...tracks, durationMs, isCut: shown !== null })
    if (isHere) await orderConversion(inside, id)
  })
}

/**
 * Refuses a received video. Its file is removed after the commit; if this server ends before that, the sweep
 * removes it.
 */
async function refuseVideo(context: Context, mediaId: string, code: RefusalCode): Promise<void> {
  const uploadId = await transact(context, (inside) => turnDownReceived(inside, mediaId, code))
  if (uploadId) await context.blobs.remove('uploads', uploadId)
}

/** Refuses a received video, and returns the upload whose file must be removed after the commit. */
export async function turnDownReceived(
  inside: TxContext,
  mediaId: string,
  code: RefusalCode,
): Promise<string | null> {
  const media = await lockMedia(inside.tx, mediaId)
  if (media?.state !== 'received') return null
  await markRefused(inside.tx, mediaId, code)
  await noteRefused(inside.tx, media.principal)
  await enqueue(inside, 'media.settled', { data: { mediaId } })
  return media.uploadId
}
