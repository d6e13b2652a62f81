import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { every, startStopwatch } from '../../pause.ts'
import { type TxContext, transact } from '../../transact.ts'
import { lockMedia } from '../find-media.ts'
import { noteStored, noteTurn } from '../line.ts'
import { expectLost } from '../lost-upload.ts'
import { type MediaRow, markStored, serveInstead } from '../store.ts'
import { turnDownReceived } from '../verify.ts'
import { type Converted, CutShort, conversionLimits } from './converter.ts'
import { orderRenditions, planAll, RENDITION_LINES, type RenditionLine } from './order.ts'
import {
  findMade,
  markFailed,
  markMade,
  notePercent,
  putOff,
  renditionKey,
  renewLease,
  type Taken,
  takeDue,
} from './store.ts'
import type { Made } from './tool/conversion.ts'

/** How long after the last renewal a rendition is given to another server, because its server has ended. */
const LEASE_MS = 90_000
const RENEW_MS = 20_000
/** How long after its time limit a rendition is no longer renewed, because nothing comes of it here. */
const RENEW_SPARE_MS = 60_000
/** How often the conversion of one video may be cut short before the video is to blame. */
const MOST_TRIES = 4
/** A small version must have at most this share of the full size, or it is dropped. */
const WORTH_IT = 0.8

/**
 * Makes the next due rendition of a line (the job of that name). The file is on disk before its row says so, and
 * making it again gives the same file. Throws when the machine is at fault; it is tried again later, for as long as
 * that takes. A video is given up only for what its own conversion does.
 */
export async function makeNext(context: Context, line: RenditionLine): Promise<void> {
  if (!context.converter) return
  const taken = await transact(context, async (inside) => {
    const next = await takeDue(inside.tx, RENDITION_LINES[line], LEASE_MS)
    // a picture takes so little time that senders need no turns for it
    if (next && line !== 'rendition.picture') await noteTurn(inside.tx, next.principal)
    await planAll(inside)
    return next
  })
  if (!taken) return
  const draft = context.blobs.draft(context.random.id())
  const letGo = keepLease(context, taken)
  try {
    const converted = await convert(context, taken, draft)
    if (converted.made) await keepMade(context, taken, { made: converted.made, draft })
    else await giveUp(context, taken, converted.why)
  } catch (error) {
    await letGo()
    if (taken.mediaState === 'received' && (await expectLost(context, taken.mediaId).catch(() => false)))
      return
    const isCutShort = error instanceof CutShort
    if (isCutShort && taken.tries + 1 >= MOST_TRIES)
      await giveUp(context, taken, 'the machine failed at it again and again')
    // if this cannot be written, the rendition is due again when its lease ends
    else await transact(context, (inside) => putOffAndPlan(inside, taken, isCutShort)).catch(() => {})
    throw error
  } finally {
    await letGo()
    await context.blobs.discard(draft)
  }
}

/** Renews the lease of a rendition until the returned function is called, or its time is over. */
function keepLease({ sql }: Context, taken: Taken): () => Promise<void> {
  const { convertedFrom, durationMs } = taken
  const limits = conversionLimits('plays', convertedFrom?.durationMs ?? durationMs ?? 0)
  const takenMs = startStopwatch()
  let renewing: Promise<void> = Promise.resolve()
  const stop = every(RENEW_MS, () => {
    // if this cannot be written, another server makes the same file
    if (takenMs() < limits.deadlineMs + RENEW_SPARE_MS)
      renewing = renewLease(sql, taken, LEASE_MS).catch(() => {})
  })
  return async () => {
    stop()
    await renewing
  }
}

async function putOffAndPlan(inside: TxContext, taken: Taken, isCutShort: boolean): Promise<void> {
  await putOff(inside.tx, taken, isCutShort)
  await planAll(inside)
}

async function convert(context: Context, taken: Taken, draft: string): Promise<Converted> {
  const source = sourceOf(taken)
  if (!context.converter || !source) return { made: null, why: 'there is nothing to make it of' }
  const { area, key, ...tracks } = source
  const { file, release } = await context.blobs.local(area, key)
  const onPercent = (percent: number) => void notePercent(context.sql, taken, percent).catch(() => {})
  try {
    const asked = { kind: taken.kind, ...tracks, file, draft }
    return await context.converter.convert(asked, onPercent)
  } finally {
    await release()
  }
}

/**
 * Returns the source of a rendition: our own copy, which shows only what its sender showed, or the sent file if
 * there is no copy.
 */
function sourceOf({ mediaState, uploadId, convertedFrom, servedKey, ...taken }: Taken) {
  if (mediaState === 'received')
    return uploadId && convertedFrom && { area: 'uploads' as const, key: uploadId, ...convertedFrom }
  const key = (taken.kind === 'strip' && taken.lighterKey) || servedKey
  if (!key || !taken.durationMs) return null
  return {
    area: 'served' as const,
    key,
    family: key.endsWith('.webm') ? ('webm' as const) : ('mp4' as const),
    video: 0,
    audio: taken.audioCodec === null ? null : 0,
    durationMs: taken.durationMs,
  }
}

type Draft = { made: Made; draft: string }

async function keepMade(context: Context, taken: Taken, { made, draft }: Draft): Promise<void> {
  const { mediaId, kind, servedBytes } = taken
  if (kind === 'small' && servedBytes !== null && made.bytes > servedBytes * WORTH_IT)
    return transact(context, async (inside) => {
      await markFailed(inside.tx, taken)
      await planAll(inside)
    })
  const key = renditionKey(mediaId, kind)
  await context.blobs.keep(draft, key)
  await context.fault('media.after-converted')
  const isKept = await transact(context, (inside) => noteMade(inside, taken, made))
  // the copy that is no longer served stays for the sweep, because a backup under way may have a row that names it
  // the video was erased meanwhile; if another server made the same rendition first, its row remains
  if (!isKept && !(await findMade(context.sql, mediaId, kind))) await context.blobs.remove('served', key)
  await context.fault('media.after-rendition')
}

/** Records a rendition; returns false when nobody waits for it now. */
async function noteMade(inside: TxContext, taken: Taken, made: Made): Promise<boolean> {
  const media = await lockMedia(inside.tx, taken.mediaId)
  if (media?.state !== 'stored' && media?.state !== 'received') return false
  if (!(await markMade(inside.tx, taken, made))) return false
  if (media.state === 'received') await storeConverted(inside, media, made)
  else if (taken.kind === 'plays') await serveInstead(inside.tx, media.id, factsOf(media, made))
  if (isWaitedFor(taken)) await enqueue(inside, 'media.settled', { data: { mediaId: media.id } })
  // renditions that waited for this one can be made now
  await planAll(inside)
  return true
}

/** Whether others wait for it: an answer for a playable film, and the mail about it for its picture. */
const isWaitedFor = ({ kind }: Taken) => kind === 'plays' || kind === 'poster'

/** Returns the facts about a film made here: H.264, and AAC if there was sound. */
function factsOf(media: MediaRow, { bytes, ...measured }: Made) {
  const isSilent = (media.convertedFrom ? media.convertedFrom.audio : media.audioCodec) === null
  return {
    ...measured,
    servedKey: renditionKey(media.id, 'plays'),
    servedBytes: bytes,
    servedType: 'video/mp4' as const,
    videoCodec: 'avc',
    audioCodec: isSilent ? null : 'aac',
  }
}

/** Stores a video that no browser plays as the film made of it. */
async function storeConverted(inside: TxContext, media: MediaRow, made: Made): Promise<void> {
  await markStored(inside.tx, media.id, { ...factsOf(media, made), conversion: 'required' })
  await noteStored(inside.tx, media.principal)
  await orderRenditions(inside, { id: media.id, conversion: 'required' })
}

/**
 * Gives up a rendition. A picture or a small version is left out. A film that not every device plays is shown as
 * its copy, and admins are told. A film without a copy counts as no video and is refused.
 */
async function giveUp(context: Context, taken: Taken, why: string): Promise<void> {
  const { mediaId, kind } = taken
  context.log.warn({ mediaId, kind, why }, 'a rendition could not be made')
  const uploadId = await transact(context, async (inside) => {
    const media = await lockMedia(inside.tx, mediaId)
    if (!(await markFailed(inside.tx, taken))) return null
    await planAll(inside)
    if (media?.state === 'received') return turnDownReceived(inside, mediaId, 'video-unreadable')
    if (isWaitedFor(taken)) await enqueue(inside, 'media.settled', { data: { mediaId } })
    if (kind === 'plays')
      await enqueue(inside, 'conversion.failed', { data: { mediaId }, singletonKey: mediaId })
    return null
  })
  if (uploadId) await context.blobs.remove('uploads', uploadId)
}
