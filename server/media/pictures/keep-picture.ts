import type { PicturePlace, PictureType } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import type { Result } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { InternalError } from '../../log.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { checkRoom } from '../room.ts'
import type { PlainPicture } from './bytes.ts'
import { repaintPicture } from './repaint.ts'
import { insertPicture, markGiven, type PictureRow, pictureById, picturesOfJoining } from './store.ts'

const EXTENSIONS: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** A picture whose file is in storage and has no row yet. */
type StoredPicture = Omit<PlainPicture, 'bytes'> & {
  id: string
  fileKey: string
  type: PictureType
  bytes: number
}

/**
 * Repaints an uploaded picture and stores its file; then `keep` writes its rows in one transaction. Where `keep`
 * refuses, the file is removed again. Refuses `storage-full`, and what the picture or `keep` is refused for.
 */
export async function bringIn(
  context: Context,
  { place, file }: { place: PicturePlace; file: Buffer },
  keep: (work: TxContext, stored: StoredPicture) => Promise<Result<object>>,
): Promise<Result<object>> {
  const fits = checkRoom(await context.blobs.room(), 'question')
  if (!fits.ok) return fits
  const picture = await repaintPicture(file, place)
  if (!picture.ok) return picture
  const stored = await storePicture(context, picture.value)
  const kept = await transactOrRefuse(context, (work) => keep(work, stored))
  if (!kept.ok) await context.blobs.remove('pictures', stored.fileKey)
  return kept
}

/** Stores a picture's file durably before any row mentions it. A file that never gets a row is swept (D53). */
async function storePicture(
  { blobs, random }: Context,
  { bytes, type, width, height }: PlainPicture & { type: PictureType },
): Promise<StoredPicture> {
  const id = random.id()
  const fileKey = `${id}.${EXTENSIONS[type]}`
  await blobs.put('pictures', fileKey, bytes)
  return { id, fileKey, type, width, height, bytes: bytes.length }
}

/** Creates the row of a stored picture that belongs to a sign-up. */
export async function keepPicture(
  { tx }: TxContext,
  picture: StoredPicture & { joinId: string; place: PicturePlace },
): Promise<void> {
  await insertPicture(tx, { ...picture, personId: null })
}

/** Creates the row of a stored picture that a person brought. Only that person and admins may see it yet. */
export async function keepBrought(
  { tx }: TxContext,
  picture: StoredPicture & { personId: string; place: PicturePlace },
): Promise<void> {
  await insertPicture(tx, { ...picture, joinId: null })
}

/**
 * Gives the pictures of a sign-up to the person it became. From then on they have their public addresses,
 * `{username}/profilePicture/{filename}` and `{username}/coverPictures/{filename}` (S2-3.11).
 */
export async function givePictures(
  work: TxContext,
  joinId: string,
  { personId, username }: Owner,
): Promise<{ pictureUrl: string | null; coverUrls: string[] }> {
  const given = { pictureUrl: null as string | null, coverUrls: [] as string[] }
  for (const picture of await picturesOfJoining(work.tx, joinId)) {
    const url = await give(work, picture, { personId, username })
    if (picture.place === 'profile') given.pictureUrl = url
    else given.coverUrls.push(url)
  }
  return given
}

/** Makes a picture that a person brought public, and returns its address. */
export async function givePicture(work: TxContext, id: string, owner: Owner): Promise<string> {
  const picture = await pictureById(work.tx, id)
  if (!picture) throw new InternalError(`picture ${id} was brought and is not there`)
  return give(work, picture, owner)
}

type Owner = { personId: string; username: string }

async function give(
  { tx }: TxContext,
  { id, place, fileKey }: PictureRow,
  { personId, username }: Owner,
): Promise<string> {
  const path = `${username}/${place === 'profile' ? 'profilePicture' : 'coverPictures'}/${fileKey}`
  await markGiven(tx, id, { personId, path })
  return `${USER_MEDIA.path}/${path}`
}
