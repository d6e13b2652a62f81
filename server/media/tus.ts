import { ERRORS, Server } from '@tus/server'
import { type RefusalCode, statusOfRefusal } from '../../sync/errors.ts'
import { LIMITS } from '../../sync/limits.ts'
import type { Refusal } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { headerCaptcha } from '../http/proof.ts'
import { transact, transactOrRefuse } from '../transact.ts'
import { expectUpload, readCreation } from './create-upload.ts'
import { ownsMedia } from './declare.ts'
import { findMedia, lockMedia } from './find-media.ts'
import { createLocker } from './lock/lock.ts'
import type { Turn } from './lock/request-queue.ts'
import { checkUploadRoom, mayGoOn, noteArrived } from './loose-room.ts'
import { receiveUpload, refusalOf } from './receive.ts'
import { checkRoom, looseBytesIn } from './room.ts'
import { type MediaRow, setUpload } from './store.ts'

/** The path at which uploads are created and continued. */
const uploadsPath = '/files'
const protocol = '1.0.0'
/** How long a request that holds an upload may continue once another one wants it. */
const drainMs = 1_000

/**
 * How a request arrived: its body straight from the connection, and its turn among the requests for the same
 * upload.
 */
type Come = { body?: Request['body']; turn?: Turn }

export type Uploads = {
  /**
   * Answers OPTIONS, POST, HEAD, PATCH and DELETE under `/files` (tus 1.0: creation, termination). Every verb is
   * for the video's owner only; for anybody else's video and for none at all the answer is the same 404. A refusal
   * is `{"refusal":{"code"}}` with the catalogue's status, to which the route adds the request's id; the protocol's
   * own statuses (409 wrong offset, 412, 423) are kept. A PATCH or HEAD that reports the last byte does so only
   * once the bytes are taken in.
   */
  handle(request: Request, caller: Caller, come?: Come): Promise<Response>
}

/** Creates the upload endpoint. The caller and the origin are checked before; a GET is not answered (D93, D95). */
export function createUploads(context: Context): Uploads {
  const tus = tusServer(context)
  return {
    async handle(request, caller, { body, turn = AT_ONCE } = {}) {
      if (request.method === 'OPTIONS') return capabilities()
      if (request.headers.get('tus-resumable') !== protocol) return wrongProtocol()
      if (!principalOf(caller)) return refusalAnswer({ code: 'sign-in-first' })
      if (request.method === 'POST') return createUpload({ context, tus }, request, caller)
      await turn.comes
      const media = await ownMedia(context, request, caller)
      if (!media) return refusalAnswer({ code: 'upload-not-expected' })
      if (request.method === 'DELETE') return cancelUpload({ context, tus }, request, media)
      const uploading = { context, tus, turn }
      if (request.method === 'HEAD') return continueUpload(uploading, request, media)
      if (request.method === 'PATCH') {
        const { url, method, headers } = request
        const init = { method, headers, body: body ?? request.body, duplex: 'half' } as RequestInit
        return continueUpload(uploading, new Request(url, init), media)
      }
      return refusalAnswer({ code: 'not-found' })
    },
  }
}

const AT_ONCE: Turn = { comes: Promise.resolve(), pass: () => {} }

type Parts = { context: Context; tus: Server }

function tusServer(context: Context): Server {
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    maxSize: LIMITS.videoBytes,
    lockDrainTimeout: drainMs,
    locker: createLocker(context.direct ?? context.sql),
    datastore: context.blobs.uploads(async (uploadId) => {
      const media = await findMedia(context.sql, uploadId)
      if (media?.uploadId !== uploadId) return undefined
      return { bytes: media.declaredBytes, hasRoom: () => mayGoOn(context, media) }
    }),
    namingFunction: (_request, metadata) => metadata?.mediaId ?? '',
    getFileIdFromRequest: (request) => uploadIdIn(request.url) ?? undefined,
    onResponseError: (_request, error) => {
      // a request that had to give way to another did nothing wrong, so it should be tried again
      if (error === ERRORS.ABORTED) return { status_code: 423, body: '' }
      const status = 'status_code' in error ? error.status_code : 500
      // an extension that is not offered is the client's mistake
      if (status === 501) return { status_code: 400, body: '' }
      if (status >= 500) context.log.warn({ err: error }, 'an upload request failed')
      return undefined
    },
  })
}

/**
 * Creates an upload. An upload whose creation was answered to nobody is returned again, never started a second
 * time.
 */
async function createUpload({ context, tus }: Parts, request: Request, caller: Caller): Promise<Response> {
  const creation = readCreation(request.headers)
  if (!creation.ok) return refusalAnswer(creation.refusal)
  const room = await context.blobs.room()
  const { purpose, video } = creation.value
  const fits = checkRoom(room, purpose, video.bytes)
  if (!fits.ok) return refusalAnswer(fits.refusal)
  const shown = { caller, captcha: headerCaptcha(request.headers) }
  const expected = await transactOrRefuse(context, (inside) =>
    expectUpload(inside, shown, { ...creation.value, mostLooseBytes: looseBytesIn(room) }),
  )
  if (!expected.ok) return refusalAnswer(expected.refusal)
  const { mediaId } = expected.value
  const media = await findMedia(context.sql, mediaId)
  if (media?.state !== 'expected' || (await context.blobs.stat('uploads', mediaId))) return created(mediaId)
  // The bytes come only by PATCH, so that there is one way in. Only what was read of the declaration is passed on,
  // so that the library cannot object to anything else.
  const headers = {
    'tus-resumable': protocol,
    'upload-length': String(creation.value.video.bytes),
    'upload-metadata': `mediaId ${btoa(mediaId)}`,
  }
  const made = await tus.handleWeb(new Request(request.url, { method: 'POST', headers }))
  return plainAnswer(made, bytesFollow)
}

/** Continues an upload, and takes the bytes in before a device is told that all of them are here. */
async function continueUpload(
  { context, tus, turn }: Parts & { turn: Turn },
  request: Request,
  media: MediaRow,
): Promise<Response> {
  if (media.state === 'refused' || media.state === 'purged') return refusalAnswer(refusalOf(media))
  // a verified video is played from elsewhere, and its upload may already be deleted
  if (request.method === 'HEAD' && media.state === 'stored') return whole(media)
  if (request.method === 'PATCH') {
    const fits = await checkUploadRoom(context, media)
    if (!fits.ok) return refusalAnswer(fits.refusal)
  }
  const answering = tus.handleWeb(request)
  turn.pass()
  const response = await answering
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (request.method === 'PATCH' && offset !== media.declaredBytes)
    await noteArrived(context, media, response.ok ? offset : undefined)
  // the disk became full meanwhile; the bytes received are kept, and the device continues once there is room
  if (request.method === 'PATCH' && response.status >= 500) {
    const stillFits = await checkUploadRoom(context, media)
    if (!stillFits.ok) return refusalAnswer(stillFits.refusal)
  }
  if (response.ok && offset === media.declaredBytes) {
    const received = await receiveUpload(context, media.id)
    if (!received.ok) return refusalAnswer(received.refusal)
  }
  return plainAnswer(response, request.method === 'HEAD' ? bytesFollow : {})
}

/** Cancels an unfinished upload; the video may be uploaded again from its first byte. */
async function cancelUpload({ context, tus }: Parts, request: Request, media: MediaRow): Promise<Response> {
  const blob = await context.blobs.stat('uploads', media.id)
  if (blob?.bytes === media.declaredBytes) return refusalAnswer({ code: 'changed-meanwhile' })
  const detached = await transact(context, async ({ tx }) => {
    const now = await lockMedia(tx, media.id)
    if (now?.state === 'expected') await setUpload(tx, media.id, null)
    return now?.state === 'expected'
  })
  if (!detached) return refusalAnswer({ code: 'changed-meanwhile' })
  return plainAnswer(await tus.handleWeb(request))
}

async function ownMedia(context: Context, request: Request, caller: Caller): Promise<MediaRow | null> {
  const id = uploadIdIn(request.url)
  const media = id === null ? null : await findMedia(context.sql, id)
  return media && ownsMedia(caller, media) ? media : null
}

/** Reads the id from an upload's address, for our access checks and for the protocol alike. */
function uploadIdIn(url: string): string | null {
  const found = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(new URL(url).pathname)
  return found?.[1] ?? null
}

const ownHeaders = { 'Tus-Resumable': protocol, 'Cache-Control': 'no-store' }
/**
 * Closes the connection, because bytes follow and must use another one: when a reused connection breaks, a browser
 * sends the whole request again by itself, which is of no use.
 */
const bytesFollow = { Connection: 'close' }

function capabilities(): Response {
  const headers = {
    ...ownHeaders,
    'Tus-Version': protocol,
    'Tus-Extension': 'creation,termination',
    'Tus-Max-Size': String(LIMITS.videoBytes),
  }
  return new Response(null, { status: 204, headers })
}

function created(uploadId: string): Response {
  return new Response(null, {
    status: 201,
    headers: { ...ownHeaders, ...bytesFollow, Location: `${uploadsPath}/${uploadId}` },
  })
}

/** Answers that all bytes are here. */
function whole({ declaredBytes }: MediaRow): Response {
  const bytes = String(declaredBytes)
  const headers = { ...ownHeaders, 'Upload-Offset': bytes, 'Upload-Length': bytes }
  return new Response(null, { status: 200, headers })
}

function wrongProtocol(): Response {
  const headers = { ...ownHeaders, 'Tus-Version': protocol }
  return Response.json({ refusal: { code: 'bad-shape' } }, { status: 412, headers })
}

/** After how many seconds there may be room again. */
const FULL_RETRY_AFTER_S = 600

function refusalAnswer(refusal: Refusal): Response {
  const status = statusOfRefusal(refusal.code)
  const later = status === 503 ? { 'Retry-After': String(FULL_RETRY_AFTER_S) } : {}
  return Response.json({ refusal }, { status, headers: { ...ownHeaders, ...later } })
}

const codeOfStatus: Record<number, RefusalCode> = {
  404: 'upload-not-expected',
  409: 'changed-meanwhile',
  410: 'upload-not-expected',
  413: 'video-size',
  423: 'changed-meanwhile',
}

/** Turns the library's answer into ours, without its cross-origin headers and messages. */
function plainAnswer(response: Response, own: Record<string, string> = {}): Response {
  const headers = new Headers({ ...ownHeaders, ...own })
  for (const name of ['location', 'upload-offset', 'upload-length', 'connection']) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const { status } = response
  if (response.ok) return new Response(null, { status, headers })
  if (status >= 500) return new Response(null, { status, headers })
  return Response.json({ refusal: { code: codeOfStatus[status] ?? 'bad-shape' } }, { status, headers })
}
