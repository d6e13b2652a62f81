import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { findMade } from './store.ts'

/** The player's page has an origin of its own, and so have mail programs. */
const FROM_ANYWHERE = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/**
 * Answers a picture of a stored video, or 204 if there is none yet, because that is not the client's mistake. Its
 * headers keep it from being anything but a picture when opened alone. The caller must check first who may see it;
 * it is as private as the video, and no browser keeps it.
 */
export async function serveVideoPicture(
  context: Context,
  mediaId: string,
  kind: 'poster' | 'strip',
): Promise<Response> {
  const found = await findMade(context.sql, mediaId, kind)
  if (!found) return new Response(null, { status: 204, headers: FROM_ANYWHERE })
  const body = Readable.toWeb(context.blobs.read('served', found.fileKey)) as ReadableStream
  return new Response(body, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': 'inline',
      'Content-Length': String(found.bytes),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': 'image/jpeg',
      ...FROM_ANYWHERE,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Returns the poster of a stored video; null when there is none. */
export async function readPoster({ sql, blobs }: Context, mediaId: string): Promise<Buffer | null> {
  const found = await findMade(sql, mediaId, 'poster')
  if (!found) return null
  const pieces: Buffer[] = []
  for await (const piece of blobs.read('served', found.fileKey)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
