import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { findMade } from './store.ts'

/** The player's page has an origin of its own, and mail programs have theirs. */
const FROM_ANYWHERE = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/**
 * Answers a picture of a stored video, or 204 where there is none yet, which is no mistake of whoever asks: as a picture and as nothing else should anybody open
 * it alone. Who may see it is decided by whoever calls: as private as the video itself, and kept by no browser.
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

/** The poster of a stored video; null where there is none. */
export async function readPoster({ sql, blobs }: Context, mediaId: string): Promise<Buffer | null> {
  const found = await findMade(sql, mediaId, 'poster')
  if (!found) return null
  const pieces: Buffer[] = []
  for await (const piece of blobs.read('served', found.fileKey)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
