import type { Device, TakeRow } from '../../db/device.ts'
import { underLock } from '../page-lock.ts'
import { watchHeldBack } from '../sending/network-preference.ts'
import type { PassEnd } from '../sending/push-outbox.ts'
import { readVideo } from '../sending/video-bytes.ts'
import {
  believedEnd,
  forgetCutOff,
  isAgain,
  isOnItsWay,
  keepUploadEnd,
  mayBeHeld,
  nextTake,
  readQueue,
  type UploadEnd,
  uploadsLock,
} from './upload-order.ts'

/**
 * The upload of one take. Aborting `stopped` with an `UploadEnd` ends it with that result; the next try continues
 * from the last byte.
 */
export type Sending = {
  device: Device
  take: TakeRow
  blob: Blob
  stopped: AbortController
  /** Returns whether the user keeps videos off the current network. */
  isHeld(): boolean
}

/** A transport to the upload server: a page's or the service worker's. */
export type Transport = {
  /** Sends the bytes that the server does not have yet. A broken connection is one of the possible ends. */
  send(sending: Sending): Promise<UploadEnd>
  /** Returns the caller according to the server: an account, `guest`, or null when the server was not reached. */
  readCaller(): Promise<string | null>
  /** Returns whether a take may leave; without it every queued one may. */
  isWanted?(take: TakeRow): boolean
}

/**
 * The end of a take whose question ended, or that waits for another network: the take stays, and the next one is
 * sent.
 */
export const NOT_WANTED: UploadEnd = { end: 'later', wide: false, afterMs: null }
export const BROKEN: UploadEnd = { end: 'later', wide: true, afterMs: null }
/** The end of a take whose bytes this device could not read; those of the other takes are sent. */
const CANNOT_READ: UploadEnd = { end: 'later', wide: false, afterMs: null, cannotRead: true }

/**
 * Sends the bytes of every take that may leave, the one due first first, until none is left or the server cannot be
 * reached. A lock allows one sender at a time across tabs and the service worker; after a kill the next sender
 * continues from the last byte.
 */
export function sendQueue(device: Device, transport: Transport, signal: AbortSignal): Promise<PassEnd> {
  const send = async (lost: AbortSignal): Promise<PassEnd> => {
    const skipped = new Set<string>()
    const retried = new Set<string>()
    await forgetCutOff(device)
    while (!signal.aborted) {
      lost.throwIfAborted()
      const { takes, entries } = await readQueue(device)
      const wanted = transport.isWanted ? takes.filter((take) => transport.isWanted?.(take)) : takes
      const take = nextTake(wanted, entries, skipped)
      if (!take) break
      const sent = await sendTake({ device, take, transport, signals: [signal, lost] })
      const end = await believedEnd(sent, device, transport.readCaller)
      // Whoever sends now says how the upload stands.
      lost.throwIfAborted()
      await keepUploadEnd(device, take, end)
      if (end.end === 'sign-in') return { left: 'sign-in' }
      if (end.end === 'later' && end.wide) return { left: 'later', afterMs: end.afterMs }
      // Retry an upload that is gone or too long at once, but only once.
      if (end.end === 'later' || (isAgain(end) && retried.has(take.id))) skipped.add(take.id)
      retried.add(take.id)
    }
    return skipped.size > 0 || signal.aborted ? { left: 'later', afterMs: null } : { left: 'nothing' }
  }
  return underLock(uploadsLock(device), send, signal)
}

/** Aborting one of the `signals` ends the upload for now. */
type Task = { device: Device; take: TakeRow; transport: Transport; signals: AbortSignal[] }

async function sendTake({ device, take, transport, signals }: Task): Promise<UploadEnd> {
  const blob = await readVideo(device, take.id)
  if (blob === 'gone') return { end: 'lost' }
  if (blob === 'cannot-read') return CANNOT_READ
  const begun = { state: 'uploading', nextTryAt: null, cannotRead: false } as const
  if ((await device.takes.where({ id: take.id }).and(isOnItsWay).modify(begun)) === 0) return NOT_WANTED
  const stopped = new AbortController()
  const leave = () => stopped.abort(BROKEN)
  for (const signal of signals) signal.addEventListener('abort', leave)
  // A signal that was aborted during the reads above tells a new listener nothing.
  if (signals.some(({ aborted }) => aborted)) leave()
  const hold = mayBeHeld(take) ? watchHeldBack(device, () => stopped.abort(NOT_WANTED)) : null
  try {
    if (stopped.signal.aborted) return stopped.signal.reason as UploadEnd
    return await transport.send({ device, take, blob, stopped, isHeld: () => hold?.isHeld() ?? false })
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', leave)
    hold?.stop()
  }
}

/** Stores only the path of the upload's address, because the app may run under another host name next time. */
export async function keepUrl(device: Device, take: TakeRow, location: string): Promise<string> {
  const { pathname } = new URL(location, globalThis.location.href)
  await device.takes.update(take.id, { uploadUrl: pathname })
  return pathname
}
