import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { statusOfRefusal } from '../../sync/errors.ts'
import { TICKET_MS } from '../../sync/media/ticket.ts'
import { CALLS } from '../../sync/paths.ts'
import { done, type Refusal, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { PIECE_BYTES } from './disk/range-reader.ts'
import { dispositionOf } from './file-name.ts'
import { type Played, playerHtml, playerPolicy } from './player/page.ts'
import { findMade } from './rendition/store.ts'
import { findPlayed, type MediaRow } from './store.ts'

/**
 * The video and the caller's ticket for it. `whenSent` calls back once the body of the answer is no longer needed.
 */
type Shown = { mediaId: string; ticket: string; look?: Look; whenSent?: (then: () => void) => void }

/** Looks a video up, together with the current time. */
type Look = (mediaId: string) => Promise<(MediaRow & { now: Date }) | undefined>

/**
 * Looks up videos for many requests in one query. A request that arrives during a query shares the next one with
 * all others waiting, and that query starts after they arrived. Nothing is cached.
 */
export function lookTogether(sql: Context['sql']): Look {
  type Looked = Map<string, MediaRow & { now: Date }>
  const wanted = new Set<string>()
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<Looked> | null = null
  const begin = async (): Promise<Looked> => {
    next = null
    const ids = [...wanted]
    wanted.clear()
    return new Map((await findPlayed(sql, ids)).map((row) => [row.id, row]))
  }
  return async (mediaId) => {
    wanted.add(mediaId)
    if (!next) {
      next = latest.then(begin)
      latest = next.catch(() => {})
    }
    return (await next).get(mediaId)
  }
}

/**
 * Returns a short-lived ticket to play one video, as a text for a URL; `expiresAt` is in milliseconds since 1970.
 * The caller must check first who may have one.
 */
export function mintTicket(
  key: string,
  { mediaId, expiresAt }: { mediaId: string; expiresAt: number },
): string {
  return `${expiresAt}.${sign(key, mediaId, String(expiresAt))}`
}

/**
 * Checks that a ticket opens this video now. Refuses `not-found` for a forged or expired ticket, one for another
 * video, and one that is valid for too long.
 */
export function checkTicket(key: string, { mediaId, ticket }: Shown, now: number): Result<true> {
  return isSigned(key, { mediaId, ticket }) && isFresh(ticket, now) ? done(true) : refuse('not-found')
}

function isFresh(ticket: string, now: number): boolean {
  const left = Number(ticket.split('.')[0]) - now
  return left > 0 && left <= TICKET_MS
}

/** Returns whether a ticket was signed here for this video, even if it has expired. */
function isSigned(key: string, { mediaId, ticket }: Shown): boolean {
  const [expires = '', signature = '', ...more] = ticket.split('.')
  const expected = Buffer.from(sign(key, mediaId, expires))
  const given = Buffer.from(signature)
  return more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Answers GET and HEAD of a video's file, whole or one range, to the holder of its ticket, which is checked on
 * every request. Refuses `not-found` for a video that is not stored and for a bad ticket alike; answers 416 for a
 * range that is reversed, beyond the end, or not one single range. With `download` in the query the file is offered
 * for saving. The small version is sent, if there is one, with `quality=small` or to a browser that saves data and
 * names no quality.
 */
export async function serveMedia(context: Context, request: Request, shown: Shown): Promise<Response> {
  const media = await findPlayable(context, shown)
  if (!media?.servedKey) return refusalAnswer({ code: 'not-found' })
  const wanted = new URL(request.url).searchParams
  const small = isSlow(request, wanted) ? await findMade(context.sql, media.id, 'small') : undefined
  const { fileKey: key, bytes } = small ?? { fileKey: media.servedKey, bytes: media.servedBytes ?? 0 }
  const served = small ? { ...media, servedType: 'video/mp4' as const } : media
  const headers = fileHeaders(served, await dispositionOf(context.sql, served, wanted.has('download')))
  const range = readRange(request.headers.get('range'), bytes)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const signed =
    readsElsewhere(request, wanted) &&
    (await context.blobs.signed?.address(key, { ...shownAs(headers), at: media.now }))
  if (signed) return redirectTo(signed)
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  headers.set('Content-Length', String(end - start + 1))
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${bytes}`)
  const body =
    request.method === 'HEAD' ? null : await bodyOf(context, { key, range: { start, end } }, shown.whenSent)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/**
 * Returns whether the player itself is reading, because only the player has no origin and can follow a redirect to
 * another one. A request that reads the file into the app, or saves it, is answered from here.
 */
function readsElsewhere({ headers }: Request, wanted: URLSearchParams): boolean {
  const isPlayer = headers.get('sec-fetch-dest') === 'video' && headers.get('sec-fetch-site') === 'cross-site'
  return isPlayer && !wanted.has('download')
}

const shownAs = (headers: Headers) => ({
  type: headers.get('content-type') ?? '',
  disposition: headers.get('content-disposition') ?? '',
})

/** Redirects to an address that is valid for a minute; a player that reads on later asks here again. */
function redirectTo(address: string): Response {
  const headers = { ...privateHeaders, Location: address, 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return new Response(null, { status: 302, headers })
}

/** Returns whether the small version is wanted, by the address or because the browser is set to save data. */
function isSlow(request: Request, wanted: URLSearchParams): boolean {
  const quality = wanted.get('quality')
  if (quality || wanted.has('download')) return quality === 'small'
  return request.headers.get('save-data')?.toLowerCase() === 'on'
}

/**
 * Answers the page that plays a video (S2-2.69, D49). It is meant for an iframe with `sandbox="allow-scripts
 * allow-downloads"` and `allow="fullscreen"`, and its own headers sandbox it when opened alone: it has no origin,
 * so its script cannot reach the app. It takes an id and a ticket, never an address; behind the `#` the app passes
 * the `title` and the `artist` that the system shows during playback. `quality=small` asks for the small version,
 * as for the file; the user can choose if there is one. A ticket that opens nothing gets a message and a 404.
 */
export async function playerPage(context: Context, request: Request, shown: Shown): Promise<Response> {
  const media = await findPlayable(context, shown)
  const html = playerHtml(media && (await playedOf(context, request, { media, ticket: shown.ticket })))
  const origin = context.env.publicUrl ?? new URL(request.url).origin
  const headers = {
    ...privateHeaders,
    'Content-Security-Policy': playerPolicy(origin, context.blobs.signed?.origin),
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
  }
  return new Response(html, { status: media ? 200 : 404, headers })
}

async function playedOf(
  { sql }: Context,
  request: Request,
  { media, ticket }: { media: MediaRow; ticket: string },
): Promise<Played> {
  const key = `?t=${encodeURIComponent(ticket)}`
  const isSmallWanted = isSlow(request, new URL(request.url).searchParams)
  const hasSmall = await findMade(sql, media.id, 'small')
  return {
    file: `/media/${media.id}${key}`,
    captions: media.captions,
    poster: `${CALLS.videoPicture}${media.id}${key}`,
    small: hasSmall ? (isSmallWanted ? 'chosen' : 'offered') : 'none',
  }
}

async function findPlayable(context: Context, shown: Shown): Promise<(MediaRow & { now: Date }) | null> {
  // a ticket that we did not sign must not cause a query
  if (!isSigned(context.secrets.ticket, shown)) return null
  const { look = lookTogether(context.sql) } = shown
  const media = await look(shown.mediaId)
  return media?.state === 'stored' && isFresh(shown.ticket, media.now.getTime()) ? media : null
}

type Part = { key: string; range: { start: number; end: number } }

/**
 * Returns the body. A range no longer than a piece is sent without a stream, because a stream costs several times
 * as much.
 */
async function bodyOf(
  { blobs }: Context,
  { key, range }: Part,
  whenSent: Shown['whenSent'],
): Promise<ReadableStream | Uint8Array<ArrayBuffer>> {
  if (range.end - range.start >= PIECE_BYTES)
    return Readable.toWeb(blobs.read('served', key, range)) as ReadableStream
  const { bytes, giveBack } = await blobs.piece('served', key, range)
  whenSent?.(giveBack)
  return bytes
}

/** Returns the range that a request asks for, both ends included; null when it asks for none. */
export function readRange(
  header: string | null,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  if (header === null) return null
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return 'unsatisfiable'
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start <= end && start < bytes ? { start, end } : 'unsatisfiable'
}

function sign(key: string, mediaId: string, expires: string): string {
  return createHmac('sha256', key).update(`${mediaId}.${expires}`).digest('base64url')
}

const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

function refusalAnswer(refusal: Refusal): Response {
  return Response.json({ refusal }, { status: statusOfRefusal(refusal.code), headers: privateHeaders })
}

/**
 * Returns the headers of a file. It is allowed across origins because the player has an opaque origin; the ticket
 * is the right to read it.
 */
function fileHeaders({ servedType }: Pick<MediaRow, 'servedType'>, disposition: string): Headers {
  return new Headers({
    ...privateHeaders,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': disposition,
    'Content-Type': servedType === 'video/webm' ? 'video/webm' : 'video/mp4',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
