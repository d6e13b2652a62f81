import type { PicturePlace, PictureType } from '../../../sync/media/picture.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** The row of a picture. */
export type PictureRow = {
  id: string
  place: PicturePlace
  path: string | null
  fileKey: string
  type: PictureType
  bytes: number
}

const columns = (on: Queryable) => on`id, place, path, file_key as "fileKey", type, bytes`

type NewPicture = Omit<PictureRow, 'path'> & {
  joinId: string | null
  personId: string | null
  width: number
  height: number
}

export async function insertPicture(tx: Tx, picture: NewPicture): Promise<void> {
  await tx`
    insert into picture (id, joining_id, person_id, place, file_key, type, bytes, width, height)
    values (${picture.id}, ${picture.joinId}, ${picture.personId}, ${picture.place}, ${picture.fileKey}, ${picture.type},
      ${picture.bytes}, ${picture.width}, ${picture.height})`
}

/** Returns the picture at a public path; null for a person who is leaving. */
export async function pictureAt(on: Queryable, path: string): Promise<PictureRow | null> {
  const [row] = await on<PictureRow[]>`
    select ${columns(on)} from picture where path = ${path}
      and not exists (select from person where id = person_id and leaving_at is not null)`
  return row ?? null
}

/** Returns a picture that waits for approval, if its owner is this person or `anybody` is given. */
export async function broughtPicture(
  on: Queryable,
  id: string,
  owner: string | 'anybody',
): Promise<PictureRow | null> {
  const [row] = await on<PictureRow[]>`
    select ${columns(on)} from picture where id = ${id} and path is null and person_id is not null
      and ${owner} in ('anybody', person_id::text)`
  return row ?? null
}

/** Returns the row of a picture by its id. */
export async function pictureById(tx: Tx, id: string): Promise<PictureRow | null> {
  const [row] = await tx<PictureRow[]>`select ${columns(tx)} from picture where id = ${id}`
  return row ?? null
}

export async function picturesOfJoining(tx: Tx, joinId: string): Promise<PictureRow[]> {
  return tx<PictureRow[]>`select ${columns(tx)} from picture where joining_id = ${joinId} order by place`
}

export async function markGiven(tx: Tx, id: string, to: { personId: string; path: string }): Promise<void> {
  await tx`update picture set person_id = ${to.personId}, path = ${to.path}, joining_id = null where id = ${id}`
}

/** Deletes the rows of pictures from abandoned sign-ups, and returns the names of their files. */
export async function deleteUnclaimed(tx: Tx): Promise<string[]> {
  const rows = await tx<{ fileKey: string }[]>`
    delete from picture where joining_id is null and person_id is null returning file_key as "fileKey"`
  return rows.map(({ fileKey }) => fileKey)
}

/** Returns those of the files that a row refers to. */
export async function knownFiles(on: Queryable, keys: string[]): Promise<Set<string>> {
  const rows = await on<{ key: string }[]>`select file_key as key from picture where file_key = any(${keys})`
  return new Set(rows.map(({ key }) => key))
}
