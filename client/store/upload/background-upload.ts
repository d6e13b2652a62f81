import type { SessionAnswer } from '../../../sync/calls.ts'
import { isFormIntent } from '../../../sync/forms/forms.ts'
import { CALLS, SYNC_PATHS } from '../../../sync/paths.ts'
import type { PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import { done, type Result } from '../../../sync/result.ts'
import { exchange, readRefusal, requestHeaders } from '../../api/exchange.ts'
import type { NetworkError } from '../../api/network-error.ts'
import { newId } from '../../api/new-id.ts'
import { closeDevice, type Device, deviceExists, openDevice, type TakeRow } from '../../db/device.ts'
import { drainOutbox } from '../sending/push-outbox.ts'
import { endOfAnswer, PIECE_BYTES, type UploadEnd, uploadMetadata } from './upload-order.ts'
import { BROKEN, keepUrl, type Sending, sendQueue } from './upload-queue.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const OFFSET_TYPE = 'application/offset+octet-stream'

/**
 * Sends, from the service worker, what an account left behind when its last page closed: intents first, then bytes,
 * under the same locks as a page. Returns true when nothing is left, false to be woken again. `signal` stops it,
 * and unsent work stays. When another user or nobody is signed in, the account's videos wait.
 */
export async function sendInBackground(account: string, signal: AbortSignal): Promise<boolean> {
  if (!(await deviceExists(account))) return true
  const device = openDevice(account)
  try {
    const session = await readSession()
    if (!session) throw new Error('the server does not say who is calling')
    const { token, caller } = session
    const drained = await drainOutbox(device, (intents) => pushRest(device, token, intents), true)
    if (drained.left === 'sign-in' || caller !== account) return drained.left !== 'later'
    const send = (sending: Sending) => sendBytes(sending, token).catch(() => endOfBreak(sending))
    const sent = await sendQueue(device, { send, readCaller }, signal)
    return drained.left !== 'later' && sent.left !== 'later'
  } finally {
    closeDevice(account)
  }
}

/** Returns the caller and the CSRF token; null when the server does not answer. */
async function readSession(): Promise<{ token: string | null; caller: string } | null> {
  const answer = await exchange<SessionAnswer>(CALLS.session, undefined, { token: null })
  return answer.ok ? { token: answer.value.csrf, caller: answer.value.person?.id ?? 'guest' } : null
}

const readCaller = async () => (await readSession())?.caller ?? null

/**
 * Pushes intents, but leaves a guest's forms to the next page, because only a page can solve the captcha they need.
 */
async function pushRest(
  device: Device,
  token: string | null,
  intents: PushedIntent[],
): Promise<Result<PushAnswer> | NetworkError> {
  const isForPage = ({ name }: PushedIntent) => device.account === 'guest' && isFormIntent(name)
  const rest = intents.filter((intent) => !isForPage(intent))
  if (rest.length === 0) return done({ outcomes: [] })
  const known = await device.settings.get('deviceId')
  const body = { device: known?.value ?? newId(), account: device.account, intents: rest }
  return exchange<PushAnswer>(SYNC_PATHS.push, body, { token })
}

const endOfBreak = ({ stopped: { signal } }: Sending): UploadEnd =>
  signal.aborted ? (signal.reason as UploadEnd) : BROKEN

async function sendBytes({ device, take, blob, stopped }: Sending, token: string | null): Promise<UploadEnd> {
  const url = take.uploadUrl ?? (await createUpload(device, take, token))
  if (typeof url !== 'string') return url
  const head = await fetch(url, {
    method: 'HEAD',
    headers: { ...requestHeaders(token), ...TUS },
    cache: 'no-store',
  })
  if (!head.ok) return endOf(head, 'HEAD')
  let offset = readOffset(head, { least: 0, most: blob.size })
  while (offset !== null && offset < blob.size) {
    const until = take.inPieces ? offset + PIECE_BYTES : blob.size
    const response = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...requestHeaders(token),
        ...TUS,
        'content-type': OFFSET_TYPE,
        'upload-offset': String(offset),
      },
      body: blob.slice(offset, until),
      signal: stopped.signal,
    })
    if (!response.ok) return endOf(response, 'PATCH')
    offset = readOffset(response, { least: offset + 1, most: until })
    if (offset === null) break
    await device.takes.update(take.id, { uploadedBytes: offset })
  }
  return offset === null ? BROKEN : { end: 'sent' }
}

/** Returns how far the server says an upload is; null if it is not our server that says it. */
function readOffset({ headers }: Response, { least, most }: { least: number; most: number }): number | null {
  const text = headers.get('upload-offset') ?? ''
  const offset = /^\d+$/.test(text) ? Number(text) : -1
  return offset >= least && offset <= most ? offset : null
}

/** Creates an upload and returns its address, or the reason why it could not. */
async function createUpload(
  device: Device,
  take: TakeRow,
  token: string | null,
): Promise<string | UploadEnd> {
  const response = await fetch('/files', {
    method: 'POST',
    headers: {
      ...requestHeaders(token),
      ...TUS,
      'upload-length': String(take.bytes),
      'upload-metadata': encodeMetadata(uploadMetadata(take)),
    },
  })
  const location = response.headers.get('location')
  return response.status === 201 && location ? keepUrl(device, take, location) : endOf(response, 'POST')
}

async function endOf(response: Response, method: string): Promise<UploadEnd> {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  const refusal = readRefusal(await response.json().catch(() => null))
  return endOfAnswer({ status: response.status, method, refusal, afterMs: seconds * 1_000 || null })
}

function encodeMetadata(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(',')
}
