import type { VideoPurpose } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import type { Room } from '../disk-room.ts'
import { checkRoom, isRoomLow, looseBytesIn } from './room.ts'
import { looseQuestionBytes, type MediaRow, setArrived } from './store.ts'

type Loose = Pick<MediaRow, 'id' | 'purpose' | 'claimedBy' | 'declaredBytes'>

/**
 * Checks that there is room for more bytes of an upload. All unclaimed question videos share one part of the disk, in
 * which only bytes that have arrived count. Once they take it, an upload goes on only where it fits, whole, beside
 * what was announced before it; otherwise uploads that all began with room would all be stopped half way. Refuses
 * `storage-full`.
 */
export async function checkUploadRoom(
  { blobs, sql }: Pick<Context, 'blobs' | 'sql'>,
  media: Loose,
): Promise<Result<true>> {
  const room = await blobs.room()
  const fits = checkRoom(room, media.purpose)
  if (!fits.ok || !isLoose(media)) return fits
  const most = looseBytesIn(room)
  const hasRoom =
    (await looseQuestionBytes(sql)) <= most ||
    (await looseQuestionBytes(sql, media.id)) + media.declaredBytes <= most
  return hasRoom ? done(true) : refuse('storage-full')
}

/**
 * Remembers how many bytes of an unclaimed question video have arrived: these, or as many as the store of files has.
 */
export async function noteArrived(
  { blobs, sql }: Pick<Context, 'blobs' | 'sql'>,
  media: Loose,
  bytes?: number,
): Promise<void> {
  if (!isLoose(media)) return
  await setArrived(sql, media.id, bytes ?? (await blobs.stat('uploads', media.id))?.bytes ?? 0)
}

/** Returns whether an upload under way may bring more bytes, after counting those that it brought. */
export async function mayGoOn(context: Pick<Context, 'blobs' | 'sql'>, media: Loose): Promise<boolean> {
  await noteArrived(context, media)
  return (await checkUploadRoom(context, media)).ok
}

const isLoose = ({ purpose, claimedBy }: { purpose: VideoPurpose; claimedBy: string | null }) =>
  purpose === 'question' && claimedBy === null

/** Returns whether the unclaimed question videos take all that they may, so that no further one is taken. */
export async function isLooseFull(sql: Queryable, room: Room): Promise<boolean> {
  // On a disk that is low for another reason they may take nothing, and are not the cause.
  return !isRoomLow(room) && (await looseQuestionBytes(sql)) >= looseBytesIn(room)
}
