import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import type { SessionAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, callHeaders } from '../../api/call.ts'
import { canReachServer, doubtReached, isOnline } from '../../api/connection.ts'
import { readRefusal } from '../../api/exchange.ts'
import type { Device, TakeRow } from '../../db/device.ts'
import type { PassEnd } from '../sending/push-outbox.ts'
import { SPEED_KEY, speedometer } from '../sending/speed.ts'
import { keepAwake } from './keep-awake.ts'
import { type LineWatch, watchLine } from './stalled-connection.ts'
import { endOfAnswer, PIECE_BYTES, type UploadEnd, uploadMetadata } from './upload-order.ts'
import { BROKEN, keepUrl, NOT_WANTED, type Sending, sendQueue } from './upload-queue.ts'

const RETRY_MS = [0, 1_000, 3_000]
const PROGRESS_EVERY_MS = 400
const SILENT = { debug: () => {}, warn: () => {}, error: () => {} }

/**
 * Sends the queued takes from this page, with Uppy; those of a guest also for the account `by` that has signed in
 * since, and then only those for which `isWanted`.
 */
export function sendTakes(
  device: Device,
  signal: AbortSignal,
  { by = device.account, isWanted = () => true }: { by?: string; isWanted?: (take: TakeRow) => boolean } = {},
): Promise<PassEnd> {
  const readOwner = async () => {
    const caller = await readCaller()
    return caller === by ? device.account : caller
  }
  return sendQueue(device, { send: upload, readCaller: readOwner, isWanted }, signal)
}

async function readCaller(): Promise<string | null> {
  const answer = await call<SessionAnswer>(CALLS.session)
  return answer.ok ? (answer.value.person?.id ?? 'guest') : null
}

async function upload({ device, take, blob, stopped, isHeld }: Sending): Promise<UploadEnd> {
  let failure: UploadEnd = { end: 'later', wide: !isOnline(), afterMs: null }
  const uppy = new Uppy({ logger: SILENT })
  uppy.use(Tus, {
    endpoint: new URL('/files', location.href).href,
    chunkSize: take.inPieces ? PIECE_BYTES : Number.POSITIVE_INFINITY,
    retryDelays: RETRY_MS,
    limit: 1,
    storeFingerprintForResuming: false,
    allowedMetaFields: Object.keys(uploadMetadata(take)),
    onShouldRetry: (error, ...[, , next]) => {
      if (!responseOf(error)) doubtReached()
      // Check now, because the device may leave Wi-Fi before the browser reports it.
      if (isHeld()) stopped.abort(NOT_WANTED)
      if (stopped.signal.aborted) return false
      // Where the browser reports no network, Uppy would wait for its `online` event; the queue tries again instead.
      if (!navigator.onLine || !isOnline()) return false
      return readFailure(error).end === 'later' && next(error)
    },
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(callHeaders())) request.setHeader(name, value)
    },
    onAfterResponse: (request, response) => {
      const location = response.getHeader('Location')
      // Do not wait: if the address was not stored in time, the server returns the same upload again.
      if (request.getMethod() === 'POST' && location) keepUrl(device, take, location).catch(() => {})
    },
    onError: (error) => {
      failure = readFailure(error)
    },
  })
  const id = uppy.addFile({
    source: 'queue',
    name: take.id,
    type: take.type,
    data: blob,
    meta: uploadMetadata(take),
  })
  if (take.uploadUrl) {
    uppy.setFileState(id, { tus: { uploadUrl: new URL(take.uploadUrl, location.href).href } })
  }
  const letSleep = keepAwake()
  const line = watchLine(canReachServer, () => stopped.abort(BROKEN))
  uppy.on('upload-progress', keepProgress(device, take.id, { line, stopped }))
  try {
    return await finish(uppy, stopped.signal, () => failure)
  } finally {
    line.stop()
    letSleep()
  }
}

/**
 * Waits for the upload's end. When stopped, it pauses the upload without cancelling it on the server, so that the
 * next try continues from the last byte, and resolves with the signal's reason.
 */
function finish(uppy: Uppy, stopped: AbortSignal, failure: () => UploadEnd): Promise<UploadEnd> {
  return new Promise((resolve) => {
    const stop = () => {
      uppy.pauseAll()
      resolve(stopped.reason as UploadEnd)
    }
    stopped.addEventListener('abort', stop, { once: true })
    const settle = (sent: boolean) => {
      stopped.removeEventListener('abort', stop)
      uppy.destroy()
      resolve(sent ? { end: 'sent' } : failure())
    }
    uppy.upload().then(
      (result) => settle((result?.successful?.length ?? 0) === 1),
      () => settle(false),
    )
  })
}

type UploadError = Parameters<NonNullable<ConstructorParameters<typeof Tus>[1]['onError']>>[0]

/** Returns the server's response to a failed request; null when the connection broke. */
function responseOf(error: UploadError) {
  return 'originalResponse' in error ? error.originalResponse : null
}

function readFailure(error: UploadError): UploadEnd {
  const response = responseOf(error)
  if (!response) return BROKEN
  const request = 'originalRequest' in error ? error.originalRequest : null
  return endOfAnswer({
    status: response.getStatus(),
    method: request?.getMethod() ?? 'PATCH',
    refusal: readRefusal(parseJson(response.getBody())),
    afterMs: Number(response.getHeader('Retry-After') ?? 0) * 1_000 || null,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Watching = { line: LineWatch; stopped: AbortController }

function keepProgress(device: Device, takeId: string, { line, stopped }: Watching) {
  const speedOf = speedometer()
  let keptAt = 0
  let trailing: ReturnType<typeof setTimeout> | undefined
  const keep = (bytesUploaded: number) => {
    const now = performance.now()
    clearTimeout(trailing)
    if (stopped.signal.aborted) return
    // Store the latest value later; otherwise it would be lost until a slow network makes further progress.
    if (now - keptAt < PROGRESS_EVERY_MS) {
      trailing = setTimeout(() => keep(bytesUploaded), PROGRESS_EVERY_MS)
      return
    }
    keptAt = now
    const bytesPerSecond = speedOf(bytesUploaded, now)
    void device.takes
      .where({ id: takeId })
      .and(({ state }) => state === 'uploading')
      .modify({ uploadedBytes: bytesUploaded, ...(bytesPerSecond && { bytesPerSecond }) })
      .then((kept) => kept === 0 && stopped.abort(NOT_WANTED))
    if (bytesPerSecond) void device.settings.put({ key: SPEED_KEY, value: bytesPerSecond })
  }
  return (_file: unknown, { bytesUploaded }: { bytesUploaded: number | false }) => {
    if (bytesUploaded === false) return
    line.heard(bytesUploaded)
    keep(bytesUploaded)
  }
}

/** Creates an Uppy instance that takes one file and uploads nothing, for the field that chooses a video. */
export function makePicker(): Uppy {
  return new Uppy({ id: 'picker', logger: SILENT, restrictions: { maxNumberOfFiles: 1 } })
}
