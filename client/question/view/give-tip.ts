import { COPY } from '../../../sync/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { OpenTipAnswer, TipStatusAnswer } from '../../../sync/payment/tip.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { isRefused, NOT_LOADED } from '../../api/network-error.ts'
import { newId } from '../../api/new-id.ts'
import { pause } from '../../api/pause.ts'
import type { Device } from '../../db/device.ts'
import { refusalText } from '../../text/refusals.ts'

/** A tip as this device stores it, until it is paid or given up, so that a reload does not open a second tip. */
export type KeptTip = { tipId: string; amountCents: number }

const keyOf = (token: string) => `tip ${token}`

/** Returns the open tip; null also where the device cannot be read, which must not keep a fan from giving one. */
export async function readKeptTip(device: Device, token: string): Promise<KeptTip | null> {
  const kept = await device.settings.get(keyOf(token)).catch(() => undefined)
  return (kept?.value as KeptTip | undefined) ?? null
}

/** Forgets the open tip. Best effort: the server tells of a tip that is over when it is opened again. */
export async function forgetTip(device: Device, token: string): Promise<void> {
  await device.settings.delete(keyOf(token)).catch(() => {})
}

/**
 * Returns whether the open tip is paid by now: its card's answer was lost, or the page was closed at the bank. Unless
 * it is known not to be, no other one is opened, and none is given up.
 */
export async function lookAtKeptTip(device: Device, token: string): Promise<'paid' | 'not-paid' | 'unknown'> {
  const kept = await readKeptTip(device, token)
  if (!kept) return 'not-paid'
  const status = await call<TipStatusAnswer>(CALLS.tipStatus, { tipId: kept.tipId, token })
  if (status.ok) return status.value.state === 'paid' ? 'paid' : 'not-paid'
  return isRefused(status, 'not-found') ? 'not-paid' : 'unknown'
}

export type OpenedTip = { ok: true; tip: KeptTip; clientSecret: string } | { ok: false; problem: string }

/** Opens a tip of this amount for the answer behind a link, or continues the one that was open (S2-4.29). */
export async function openTip(device: Device, token: string, amountCents: number): Promise<OpenedTip> {
  const before = await readKeptTip(device, token)
  if (before && before.amountCents !== amountCents) await giveUpTip(device, token)
  const kept = before?.amountCents === amountCents ? before : null
  const opened = await open(device, token, kept ?? { tipId: newId(), amountCents })
  const isOver = isRefused(opened.made, 'hold-gone')
  const { made, tip } = kept && isOver ? await open(device, token, { tipId: newId(), amountCents }) : opened
  if (made.ok) return { ok: true, tip, clientSecret: made.value.clientSecret }
  return { ok: false, problem: isNetworkError(made) ? NOT_REACHED : refusalText(made.refusal) }
}

const NOT_REACHED = 'We could not be reached. Nothing was charged; try again in a moment.'

async function open(
  device: Device,
  token: string,
  tip: KeptTip,
): Promise<{ made: CallResult<OpenTipAnswer>; tip: KeptTip }> {
  await device.settings.put({ key: keyOf(token), value: tip }).catch(() => {})
  const facts = { amount: tip.amountCents, currency: 'usd', capture_method: 'automatic' }
  const calls = await import('../../api/captcha/call-proven.ts').catch(() => null)
  const body = { ...facts, tipId: tip.tipId, token }
  const made = await calls?.callProven<OpenTipAnswer>(CALLS.createPaymentIntent, body)
  return { made: made ?? NOT_LOADED, tip }
}

/** Gives up the open tip of a link. Best effort: the server gives up a forgotten tip within the hour. */
export async function giveUpTip(device: Device, token: string): Promise<void> {
  const kept = await readKeptTip(device, token)
  if (!kept) return
  await forgetTip(device, token)
  await call(CALLS.cancelTip, { tipId: kept.tipId, token })
}

const LOOKS = 4
const BETWEEN_MS = 1_000

/** What became of a card, with the text for the page; a tip is paid only when the server says so. */
type Confirmed = { text: string; isPaid: boolean }

/** Asks the server, up to `LOOKS` times, what became of a confirmed card (S2-4.30, S2-8.36, S2-8.48). */
export async function confirmTip(token: string, tipId: string): Promise<Confirmed> {
  for (let look = 1; look <= LOOKS; look++) {
    const status = await call<TipStatusAnswer>(CALLS.tipStatus, { tipId, token })
    if (status.ok && status.value.state === 'paid') return { text: COPY.tipSent, isPaid: true }
    if (status.ok && status.value.state === 'released') return { text: COPY.tipUnverified, isPaid: false }
    if (look < LOOKS) await pause(BETWEEN_MS)
  }
  return { text: COPY.tipNotBooked, isPaid: false }
}

/**
 * Returns what became of a tip after its bank asked on a page of its own (S2-7.19, D30). `redirectStatus` is that
 * page's report. When the bank did not agree nothing was charged, so the text says so and the fan can try again.
 */
export async function confirmReturned(
  token: string,
  tipId: string,
  redirectStatus: string | null,
): Promise<Confirmed> {
  if (redirectStatus === 'succeeded') return confirmTip(token, tipId)
  const status = await call<TipStatusAnswer>(CALLS.tipStatus, { tipId, token })
  if (status.ok && status.value.state === 'paid') return { text: COPY.tipSent, isPaid: true }
  return { text: COPY.tipUnverified, isPaid: false }
}
