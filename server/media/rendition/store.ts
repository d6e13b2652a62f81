import type { VideoFamily } from '../../../sync/media/tracks.ts'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { RENDITION_KINDS, type RenditionKind } from './recipes.ts'
import type { Made } from './tool/conversion.ts'

/** The source of a video that is only converted: the tracks of the sent file, and the duration of the shown part. */
export type ConvertedFrom = {
  family: VideoFamily
  /** Its place among the file's pictures, and among its sounds. */
  video: number
  audio: number | null
  durationMs: number
  /** Whether its edit list hides part of it. */
  isCut: boolean
}

/** A claimed rendition, and its video. */
export type Taken = {
  mediaId: string
  kind: RenditionKind
  tries: number
  principal: string
  purpose: VideoPurpose
  mediaState: 'received' | 'stored'
  uploadId: string | null
  servedKey: string | null
  servedBytes: number | null
  durationMs: number | null
  audioCodec: string | null
  /** The file of the small rendition, if it has been made. */
  lighterKey: string | null
  convertedFrom: ConvertedFrom | null
}

export type MadeRendition = { kind: RenditionKind; fileKey: string; bytes: number }

/**
 * Returns the file name of a rendition. It is derived from the video's id, so that the file can be found and
 * removed even if its row is lost.
 */
export const renditionKey = (mediaId: string, kind: RenditionKind): string =>
  `${mediaId}-${kind}.${kind === 'poster' || kind === 'strip' ? 'jpg' : 'mp4'}`

/** Returns every file in `served` that a video may have, even those that its rows no longer name. */
export const servedKeys = (mediaId: string): string[] => [
  ...['mp4', 'webm'].map((family) => `${mediaId}.${family}`),
  ...RENDITION_KINDS.map((kind) => renditionKey(mediaId, kind)),
]

/** Orders renditions of a video. Returns false when all of them were ordered before. */
export async function insertOrders(
  tx: Tx,
  mediaId: string,
  kinds: readonly RenditionKind[],
): Promise<boolean> {
  const rows = await tx`
    insert into rendition (media_id, kind) select ${mediaId}, unnest(${[...kinds]}::text[])
    on conflict do nothing returning kind`
  return rows.length > 0
}

/** The renditions in a line: their kinds, and the purposes of their videos. */
export type LineOf = { kinds: readonly RenditionKind[]; of: readonly VideoPurpose[] }

/**
 * Claims the next due rendition of a line. Answers come first, because money and a deadline wait for them, and the
 * films of guests that nobody waits for come last, because anybody can be a dozen guests. Then come posters before
 * films, because users see them first. Senders take turns, as in verification.
 */
export async function takeDue(tx: Tx, line: LineOf, leaseMs: number): Promise<Taken | null> {
  const [next] = await tx<Taken[]>`
    select r.media_id as "mediaId", r.kind, r.tries, m.principal, m.purpose, m.state as "mediaState", m.upload_id as "uploadId",
      m.served_key as "servedKey", m.served_bytes as "servedBytes", m.duration_ms as "durationMs",
      m.audio_codec as "audioCodec", m.converted_from as "convertedFrom",
      (select file_key from rendition l where l.media_id = m.id and l.kind = 'small' and l.state = 'made') as "lighterKey"
    from rendition r join media m on m.id = r.media_id left join verification_turn t on t.principal = m.principal
    where ${standsIn(tx, line)} and r.take_after <= app_now()
    order by m.purpose = 'question', ${isIdle(tx)}, r.kind <> 'poster', r.kind <> 'plays', greatest(t.turn_at, r.ordered_at), r.ordered_at,
      r.media_id, r.kind
    limit 1 for update of r skip locked`
  if (!next) return null
  await renewLease(tx, next, leaseMs)
  return next
}

/**
 * Whether it is of a guest's video, with which the guest neither has asked for free nor holds a card for asking. To
 * ask for money without a card costs nothing.
 */
const isIdle = (on: Queryable) => on`
  (m.claimed_by is null and m.purpose = 'question' and m.principal like 'guest:%' and not exists (
    select from prepared_ask a where a.principal = m.principal and a.media_id = m.id and a.state = 'open'
      and (a.wanted_at is not null and a.amount_cents = 0
        or exists (select from hold h where h.ask_id = a.id and h.state = 'held'))))`

/** Keeps a taken rendition from other servers for some time from now on. */
export async function renewLease(on: Queryable, { mediaId, kind }: Taken, leaseMs: number): Promise<void> {
  await on`
    update rendition set take_after = app_now() + ${leaseMs} * interval '1 millisecond'
    where media_id = ${mediaId} and kind = ${kind} and state = 'waiting'`
}

/** Returns when the next rendition of a line is due; null when none is waiting. */
export async function nextDue(tx: Tx, line: LineOf): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }[]>`
    select min(r.take_after) as at from rendition r join media m on m.id = r.media_id where ${standsIn(tx, line)}`
  return row?.at ?? null
}

const standsIn = (on: Queryable, { kinds, of }: LineOf) => on`
  r.state = 'waiting' and r.kind = any (${[...kinds]}::text[]) and m.purpose = any (${[...of]}::text[])
    and m.state in ('received', 'stored') and ${hasItsSource(on)}`

/**
 * Whether its source is there: a small file is made from a playable film, and a strip from the smallest film. They
 * wait for these, however long it takes.
 */
const hasItsSource = (on: Queryable) => on`
  not (r.kind in ('small', 'strip') and exists (select from rendition l where l.media_id = r.media_id
    and l.state = 'waiting' and (l.kind = 'plays' or l.kind = 'small' and r.kind = 'strip')))`

/** Stores how far a rendition is, in percent. */
export async function notePercent(on: Queryable, { mediaId, kind }: Taken, percent: number): Promise<void> {
  await on`
    update rendition set percent = ${percent} where media_id = ${mediaId} and kind = ${kind} and state = 'waiting'`
}

/** Marks a rendition as made. Returns false when it is no longer awaited. */
export async function markMade(tx: Tx, { mediaId, kind }: Taken, made: Made): Promise<boolean> {
  const rows = await tx`
    update rendition set state = 'made', percent = 100, file_key = ${renditionKey(mediaId, kind)}, bytes = ${made.bytes},
      width = ${made.width}, height = ${made.height}, made_at = app_now()
    where media_id = ${mediaId} and kind = ${kind} and state = 'waiting' returning kind`
  return rows.length === 1
}

/** Marks a rendition as failed. Returns false when it is no longer awaited. */
export async function markFailed(tx: Tx, { mediaId, kind }: Taken): Promise<boolean> {
  const rows = await tx`
    update rendition set state = 'failed' where media_id = ${mediaId} and kind = ${kind} and state = 'waiting'
    returning kind`
  return rows.length === 1
}

/**
 * Postpones a rendition after a failure of the machine, by a quarter of the time since its order, at least 4 s and
 * at most an hour. A conversion that was cut short counts as one of its tries.
 */
export async function putOff(tx: Tx, { mediaId, kind }: Taken, isCutShort: boolean): Promise<void> {
  await tx`
    update rendition set tries = tries + ${isCutShort ? 1 : 0}, percent = 0,
      take_after = app_now() + greatest(interval '4 seconds', least((app_now() - ordered_at) / 4, interval '1 hour'))
    where media_id = ${mediaId} and kind = ${kind} and state = 'waiting'`
}

/** Returns a finished rendition of a stored video; undefined when there is none. */
export async function findMade(
  on: Queryable,
  mediaId: string,
  kind: RenditionKind,
): Promise<MadeRendition | undefined> {
  const [row] = await on<MadeRendition[]>`
    select r.kind, r.file_key as "fileKey", r.bytes::float8 as bytes from rendition r join media m on m.id = r.media_id
    where r.media_id = ${mediaId} and r.kind = ${kind} and r.state = 'made' and m.state = 'stored'`
  return row
}

/** Returns whether a rendition was ordered and is not finished. */
export async function isAwaited(on: Queryable, mediaId: string, kind: RenditionKind): Promise<boolean> {
  const [row] = await on`
    select from rendition where media_id = ${mediaId} and kind = ${kind} and state = 'waiting'`
  return row !== undefined
}

/** Returns claimed, stored videos without any ordered rendition, oldest first. */
export function listUnordered(on: Queryable, most: number): Promise<{ id: string }[]> {
  return on<{ id: string }[]>`
    select id from media m where state = 'stored' and claimed_by is not null
      and not exists (select from rendition r where r.media_id = m.id)
    order by stored_at limit ${most}`
}
