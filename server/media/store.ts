import type { RefusalCode } from '../../sync/errors.ts'
import type { VideoType } from '../../sync/limits.ts'
import type { Conversion } from '../../sync/media/tracks.ts'
import type { DeclaredVideo, MediaState, VideoPurpose } from '../../sync/media/video.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import type { ConvertedFrom } from './rendition/store.ts'

/** The row of a video. */
export type MediaRow = {
  id: string
  principal: string
  purpose: VideoPurpose
  source: DeclaredVideo['source']
  state: MediaState
  refusal: RefusalCode | null
  declaredType: VideoType
  declaredBytes: number
  declaredSha256: string
  declaredDurationMs: number
  uploadId: string | null
  originalKey: string | null
  servedKey: string | null
  servedBytes: number | null
  servedType: VideoType | null
  durationMs: number | null
  width: number | null
  height: number | null
  videoCodec: string | null
  audioCodec: string | null
  claimedBy: string | null
  createdAt: Date
  receivedAt: Date | null
  storedAt: Date | null
  purgedAt: Date | null
  /** WebVTT written by our own code. */
  captions: string | null
  /** Whether and how it is converted; null for a video from before conversions, or one that was not verified yet. */
  conversion: Conversion | null
  convertedFrom: ConvertedFrom | null
}

/** The facts found by verification, and the file that is served. */
export type StoredFacts = {
  servedKey: string
  servedBytes: number
  servedType: VideoType
  durationMs: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
  conversion: Conversion
}

export const mediaColumns = (on: Queryable) => on`
  id, principal, purpose, source, state, refusal, declared_type as "declaredType", declared_bytes as "declaredBytes",
  declared_sha256 as "declaredSha256", declared_duration_ms as "declaredDurationMs", upload_id as "uploadId",
  original_key as "originalKey", served_key as "servedKey", served_bytes as "servedBytes", served_type as "servedType",
  duration_ms as "durationMs", width, height, video_codec as "videoCodec", audio_codec as "audioCodec",
  claimed_by as "claimedBy", created_at as "createdAt", received_at as "receivedAt", stored_at as "storedAt",
  purged_at as "purgedAt", captions, conversion, converted_from as "convertedFrom"`

/** Returns several videos at once, with the current time. */
export function findPlayed(on: Queryable, ids: string[]): Promise<(MediaRow & { now: Date })[]> {
  return on<(MediaRow & { now: Date })[]>`
    select ${mediaColumns(on)}, app_now() as now from media where id = any (${ids}::uuid[])`
}

type Expected = { principal: string; purpose: VideoPurpose; video: DeclaredVideo }

/** Inserts the row of a declared video; returns false when the id was taken meanwhile. */
export async function insertExpected(tx: Tx, { principal, purpose, video }: Expected): Promise<boolean> {
  const rows = await tx`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms)
    values (${video.id}, ${principal}, ${purpose}, ${video.source}, ${video.type}, ${video.bytes}, ${video.sha256},
      ${video.durationMs})
    on conflict (id) do nothing returning id`
  return rows.length === 1
}

/** How many bytes a video takes or will take: those declared, and its renditions. */
const takenBytes = (on: Queryable) => on`
  declared_bytes + (select coalesce(sum(r.bytes), 0) from rendition r where r.media_id = media.id)`

/**
 * Counts a principal's unclaimed videos that take or will take space. Holds the principal's lock until the
 * transaction ends.
 */
export async function countLoose(
  tx: Tx,
  principal: string,
  purpose: VideoPurpose,
): Promise<{ count: number; bytes: number }> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`media ${principal}`}, 0))`
  const [row] = await tx<{ count: number; bytes: number }[]>`
    select count(*)::int as count, coalesce(sum(${takenBytes(tx)}), 0)::float8 as bytes from media
    where principal = ${principal} and purpose = ${purpose}
      and claimed_by is null and state in ('expected', 'received', 'stored')`
  return row ?? { count: 0, bytes: 0 }
}

/**
 * Returns the bytes of all unclaimed question videos that are here, whoever sent them, or of those announced before
 * the video `before`. What was only announced does not count, because announcing costs nothing and would keep
 * everybody else out.
 */
export async function looseQuestionBytes(on: Queryable, before: string | null = null): Promise<number> {
  const [row] = await on<{ bytes: number }[]>`
    select coalesce(sum(case when state = 'expected' then arrived_bytes else ${takenBytes(on)} end), 0)::float8 as bytes
    from media where purpose = 'question' and claimed_by is null
      and (state in ('received', 'stored') or state = 'expected' and arrived_bytes > 0)
      and (${before}::uuid is null
        or (created_at, id) < (select announced.created_at, announced.id from media announced where announced.id = ${before}))`
  return row?.bytes ?? 0
}

/** Sets how many bytes of an upload have arrived. */
export async function setArrived(on: Queryable, id: string, bytes: number): Promise<void> {
  await on`update media set arrived_bytes = ${bytes} where id = ${id} and state = 'expected'`
}

/** Counts the approved questions that wait for an athlete's answer; 0 for anybody else. */
export async function countApprovedQuestions(on: Queryable, athleteId: string): Promise<number> {
  const [row] = await on<{ count: number }[]>`
    select count(*)::int as count from question where athlete_id = ${athleteId} and status = 'approved'`
  return row?.count ?? 0
}

/** Returns a question's status if it was put to this athlete and approved; otherwise null. */
export async function questionStatusFor(on: Queryable, questionId: string, athleteId: string) {
  const [row] = await on<{ status: string }[]>`
    select status from question where id = ${questionId} and athlete_id = ${athleteId} and approved_at is not null`
  return row?.status ?? null
}

/**
 * Makes a video another principal's, for example a guest's video after the guest has signed in. One that a submitted
 * ask waits for stays whose it is, so that it can still be sent from the same browser after a sign-out.
 */
export async function setPrincipal(tx: Tx, id: string, principal: string): Promise<void> {
  await tx`
    update media m set principal = ${principal} where id = ${id} and not exists (
      select from prepared_ask p where p.media_id = m.id and p.state = 'open' and p.wanted_at is not null)`
}

/** Sets the key of a video's upload in the store of files; null when there is no upload. */
export async function setUpload(tx: Tx, id: string, uploadId: string | null): Promise<void> {
  await tx`
    update media set upload_id = ${uploadId}, arrived_bytes = case when ${uploadId !== null} then arrived_bytes else 0 end
    where id = ${id}`
}

/**
 * Marks an upload as received at the moment of the row's lock, because a question that ends meanwhile must end
 * either before it or after it.
 */
export async function markReceived(tx: Tx, id: string): Promise<void> {
  await tx`update media set state = 'received', received_at = app_now() + (clock_timestamp() - now()) where id = ${id}`
}

/** Returns whether a video arrived before the database was last restored, or another one took over. */
export async function wasReceivedBefore(on: Queryable, id: string): Promise<boolean> {
  const [media] = await on`
    select from media where id = ${id} and state = 'received' and received_at < (select max(restored_at) from feed_epoch)`
  return media !== undefined
}

/** Makes a received video one whose bytes have not come yet, with nothing that was made or found of them. */
export async function expectAgain(tx: Tx, id: string): Promise<void> {
  await tx`delete from rendition where media_id = ${id}`
  await tx`
    update media set state = 'expected', upload_id = null, received_at = null, verify_after = null, verify_tries = 0,
      conversion = null, converted_from = null where id = ${id} and state = 'received'`
}

/** Marks a video as refused, in whatever state it is. */
export async function markRefused(tx: Tx, id: string, refusal: RefusalCode): Promise<void> {
  await tx`update media set state = 'refused', refusal = ${refusal} where id = ${id}`
}

/** Marks a received video as stored; returns false when it was no longer waiting for verification. */
export async function markStored(tx: Tx, id: string, facts: StoredFacts): Promise<boolean> {
  const rows = await tx`
    update media set state = 'stored', stored_at = app_now(), served_key = ${facts.servedKey},
      served_bytes = ${facts.servedBytes}, served_type = ${facts.servedType}, duration_ms = ${facts.durationMs},
      width = ${facts.width}, height = ${facts.height}, video_codec = ${facts.videoCodec}, audio_codec = ${facts.audioCodec},
      conversion = ${facts.conversion}
    where id = ${id} and state = 'received' returning id`
  return rows.length === 1
}

/** Serves a rendition of a stored video from now on. */
export async function serveInstead(
  tx: Tx,
  id: string,
  facts: Omit<StoredFacts, 'conversion'>,
): Promise<void> {
  await tx`
    update media set served_key = ${facts.servedKey}, served_bytes = ${facts.servedBytes},
      served_type = ${facts.servedType}, duration_ms = ${facts.durationMs}, width = ${facts.width},
      height = ${facts.height}, video_codec = ${facts.videoCodec}, audio_codec = ${facts.audioCodec}
    where id = ${id} and state = 'stored'`
}

/**
 * Marks a video as waiting for conversion, which removes it from the lines of verification; returns false when it
 * is not received.
 */
export async function markConverting(tx: Tx, id: string, from: ConvertedFrom): Promise<boolean> {
  const rows = await tx`
    update media set conversion = 'required', converted_from = ${tx.json(from)}
    where id = ${id} and state = 'received' returning id`
  return rows.length === 1
}

/** Marks a video as purged; does nothing to one that is purged already. */
export async function markPurged(tx: Tx, id: string): Promise<void> {
  await tx`update media set state = 'purged', purged_at = app_now() where id = ${id} and state <> 'purged'`
}

/**
 * Marks a video as claimed by a question, an answer or a reply, and sets the name under which it is filed. The
 * caller holds the row's lock.
 */
export async function markClaimed(tx: Tx, id: string, claim: { by: string; key: string }): Promise<void> {
  await tx`update media set claimed_by = ${claim.by}, original_key = ${claim.key} where id = ${id}`
}

/**
 * Returns the uploads that were begun and not yet taken in, by chance: those that cannot be read do not take the time
 * of every run.
 */
export function listBegun(on: Queryable): Promise<{ id: string }[]> {
  return on<{ id: string }[]>`
    select id from media where state = 'expected' and upload_id is not null order by random()`
}

/** Returns videos whose verification is long overdue. */
export function listUnverified(
  on: Queryable,
  olderThanMs: number,
): Promise<Pick<MediaRow, 'id' | 'purpose'>[]> {
  return on<Pick<MediaRow, 'id' | 'purpose'>[]>`
    select id, purpose from media where state = 'received' and conversion is null
      and received_at < app_now() - ${olderThanMs} * interval '1 millisecond'`
}
