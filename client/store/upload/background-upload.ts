import type { SessionAnswer } from '../../../sync/calls.ts'
import { isFormIntent } from '../../../sync/forms/forms.ts'
import { CALLS, HEADERS, SYNC_PATHS } from '../../../sync/paths.ts'
import type { PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import type { Refusal, Result } from '../../../sync/result.ts'
import type { NetworkError } from '../../api/network-error.ts'
import { newId } from '../../api/new-id.ts'
import { closeDevice, type Device, deviceExists, openDevice, type TakeRow } from '../../db/device.ts'
import { watchHeldBack } from '../sending/network-preference.ts'
import { drainOutbox } from '../sending/push-outbox.ts'
import { takeVideo } from '../sending/video-bytes.ts'
import {
  believedEnd,
  endOfAnswer,
  forgetCutOff,
  isAgain,
  keepUploadEnd,
  mayBeHeld,
  nextTake,
  readQueue,
  type UploadEnd,
  uploadMetadata,
  uploadsLock,
} from './upload-order.ts'

const PIECE_BYTES = 4 * 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const OFFSET_TYPE = 'application/offset+octet-stream'

/**
 * Sends what an account left behind when its last page was closed: intents first, then bytes, under the same locks as
 * a page. True when nothing is left; false wants to be woken again. `signal` ends it: what is left stays where it is.
 * Where somebody else is signed in, or nobody, videos wait for their own account.
 */
export async function sendInBackground(account: string, signal: AbortSignal): Promise<boolean> {
  if (!(await deviceExists(account))) return true
  const device = openDevice(account)
  try {
    const { token, caller } = await readSession()
    const drained = await drainOutbox(device, (intents) => pushRest(device, token, intents), true)
    if (drained.left === 'sign-in' || caller !== account) return drained.left !== 'later'
    const sent = await navigator.locks.request(uploadsLock(device), { signal }, () =>
      sendAll(device, token, signal),
    )
    return drained.left !== 'later' && sent
  } finally {
    closeDevice(account)
  }
}

/** Who is calling, and with which token; rejects while the server does not say. */
async function readSession(): Promise<{ token: string | null; caller: string }> {
  const response = await fetch(CALLS.session, {
    headers: headers(null),
    cache: 'no-store',
    redirect: 'error',
  })
  if (!response.ok) throw new Error('the server does not say who is calling')
  const { csrf, person } = (await response.json()) as Partial<SessionAnswer>
  return { token: csrf ?? null, caller: person?.id ?? 'guest' }
}

/** A guest's form leaves with a captcha, which only a page can solve: it waits for the next page, and nothing with it. */
async function pushRest(
  device: Device,
  token: string | null,
  intents: PushedIntent[],
): ReturnType<typeof push> {
  const isForPage = ({ name }: PushedIntent) => device.account === 'guest' && isFormIntent(name)
  const rest = intents.filter((intent) => !isForPage(intent))
  return rest.length > 0 ? push(device, token, rest) : { ok: true, value: { outcomes: [] } }
}

async function push(
  device: Device,
  token: string | null,
  intents: PushedIntent[],
): Promise<Result<PushAnswer> | NetworkError> {
  const known = await device.settings.get('deviceId')
  const body = { device: known?.value ?? newId(), account: device.account, intents }
  const response = await fetch(SYNC_PATHS.push, {
    method: 'POST',
    headers: { ...headers(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
  }).catch(() => null)
  const answer = response && (await readJson(response))
  if (response?.ok && answer) return { ok: true, value: answer as PushAnswer }
  const refusal = refusalIn(answer)
  if (refusal) return { ok: false, refusal }
  const reason = response === null ? 'network' : response.status >= 500 ? 'server' : 'foreign'
  return { ok: false, offline: true, reason, status: response?.status ?? null, retryAfterMs: null }
}

async function sendAll(device: Device, token: string | null, signal: AbortSignal): Promise<boolean> {
  const skipped = new Set<string>()
  const retried = new Set<string>()
  await forgetCutOff(device)
  for (;;) {
    const { takes, entries } = await readQueue(device)
    const take = nextTake(takes, entries, skipped)
    if (!take) return skipped.size === 0
    if (signal.aborted) return false
    const end = await believedEnd(await sendTake({ device, take, token, signal }), device, readCaller)
    await keepUploadEnd(device, take, end)
    if (end.end === 'sign-in') return true
    if (end.end === 'later' || (isAgain(end) && retried.has(take.id))) skipped.add(take.id)
    retried.add(take.id)
  }
}

const readCaller = () =>
  readSession().then(
    ({ caller }) => caller,
    () => null,
  )

type Sending = { device: Device; take: TakeRow; token: string | null; signal: AbortSignal }

async function sendTake({ device, take, token, signal }: Sending): Promise<UploadEnd> {
  const blob = await takeVideo(device, take.id)
  if (!blob) return { end: 'lost' }
  const held = new AbortController()
  const watch = mayBeHeld(take) ? watchHeldBack(device, () => held.abort()) : null
  try {
    const url = take.uploadUrl ?? (await createUpload(device, take, token))
    if (typeof url !== 'string') return url
    const either = AbortSignal.any([signal, held.signal])
    return await sendBytes({ device, take, blob, url, token, signal: either })
  } catch {
    return { end: 'later', wide: true, afterMs: null }
  } finally {
    watch?.stop()
  }
}

async function createUpload(
  device: Device,
  take: TakeRow,
  token: string | null,
): Promise<string | UploadEnd> {
  const response = await fetch('/files', {
    method: 'POST',
    headers: {
      ...headers(token),
      ...TUS,
      'upload-length': String(take.bytes),
      'upload-metadata': encodeMetadata(uploadMetadata(take)),
    },
  })
  const location = response.headers.get('location')
  if (response.status !== 201 || !location) return endOf(response, 'POST')
  const url = new URL(location, self.location.href).pathname
  await device.takes.update(take.id, { uploadUrl: url })
  return url
}

type Bytes = Sending & { blob: Blob; url: string }

async function sendBytes({ device, take, blob, url, token, signal }: Bytes): Promise<UploadEnd> {
  const head = await fetch(url, { method: 'HEAD', headers: { ...headers(token), ...TUS }, cache: 'no-store' })
  if (!head.ok) return endOf(head, 'HEAD')
  let offset = Number(head.headers.get('upload-offset'))
  while (offset < blob.size) {
    const until = take.inPieces ? offset + PIECE_BYTES : blob.size
    const response = await fetch(url, {
      method: 'PATCH',
      headers: { ...headers(token), ...TUS, 'content-type': OFFSET_TYPE, 'upload-offset': String(offset) },
      body: blob.slice(offset, until),
      signal,
    })
    if (!response.ok) return endOf(response, 'PATCH')
    offset = Number(response.headers.get('upload-offset'))
    await device.takes.update(take.id, { uploadedBytes: offset })
  }
  return { end: 'sent' }
}

async function endOf(response: Response, method: string): Promise<UploadEnd> {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  const refusal = refusalIn(await readJson(response))
  return endOfAnswer({ status: response.status, method, refusal, afterMs: seconds * 1_000 || null })
}

async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => null)
}

function refusalIn(body: unknown): Refusal | null {
  return typeof body === 'object' && body !== null && 'refusal' in body ? (body.refusal as Refusal) : null
}

function headers(token: string | null): Record<string, string> {
  return {
    [HEADERS.requestId]: newId(),
    [HEADERS.timestamp]: String(Date.now()),
    ...(token ? { [HEADERS.csrf]: token } : {}),
  }
}

function encodeMetadata(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(',')
}
