import { Readable } from 'node:stream'
import { id as idShape } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { broughtPicture, type PictureRow, pictureAt } from './store.ts'

/** The form of paths that the server creates; other paths cause no query. */
const PATH = /^[a-z0-9]{1,15}\/(profile|cover)Pictures?\/[0-9a-f-]{36}\.[a-z]{3,4}$/

/**
 * How long caches keep a picture. A picture never changes under its address, and a week after it was removed no
 * copy is valid.
 */
const KEPT_S = 7 * 24 * 3_600

/**
 * Answers a public picture by its path (S2-7.18), or null when there is none. It is sent with the type it was read
 * as, and its headers keep it from being anything but a picture when opened alone.
 */
export async function servePicture(context: Context, path: string): Promise<Response | null> {
  const picture = PATH.test(path) ? await pictureAt(context.sql, path) : null
  return picture && answerPicture(context, picture, `public, max-age=${KEPT_S}, immutable`)
}

/**
 * Answers a picture that waits for approval (S2-2.76), or null when this reader may not see one; no cache keeps it.
 */
export async function serveBrought(
  context: Context,
  id: string,
  owner: string | 'anybody',
): Promise<Response | null> {
  const picture = idShape.safeParse(id).success ? await broughtPicture(context.sql, id, owner) : null
  return picture && answerPicture(context, picture, 'private, no-store')
}

function answerPicture(context: Context, picture: PictureRow, cacheControl: string): Response {
  return new Response(Readable.toWeb(context.blobs.read('pictures', picture.fileKey)) as ReadableStream, {
    headers: {
      'Cache-Control': cacheControl,
      'Content-Disposition': 'inline',
      'Content-Length': String(picture.bytes),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': picture.type,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
