import { setTimeout as wait } from 'node:timers/promises'
import { StripeRefusal } from './wire.ts'

/**
 * What can go wrong with one API call. `refuse`: no connection, no effect. `error-before` and `error-after`: a 500
 * without and with the effect, remembered by the idempotency key. `hang` and `hang-after`: no answer until the caller
 * gives up. `cut-after`: the connection closes after the effect (the SDK repeats such a call once by itself, so give
 * it `times: 2`). `rate-limit`: 429. `slow`: one second late. `late`: not before the same is asked again, as when
 * whoever asked has given up.
 */
export type FaultKind =
  | 'refuse'
  | 'error-before'
  | 'error-after'
  | 'hang'
  | 'hang-after'
  | 'cut-after'
  | 'rate-limit'
  | 'slow'
  | 'late'

/** What can go wrong with webhooks: how often each comes again, in what order, how late, and how many tries get lost. */
type WebhookFaults = { duplicates: number; shuffle: boolean; delaySeconds: number; drops: number }

/** What a fault struck: a call, by one that was armed for so many, or a webhook, in one of its ways. */
export type Struck = { kind: FaultKind; times: number } | Partial<WebhookFaults>

export type Faults = {
  /** Arms a fault for the next `times` calls whose `METHOD /path` matches. */
  next(match: RegExp, kind: FaultKind, times?: number): void
  webhooks: WebhookFaults
  /** So many of the next confirmations are declined. */
  declines: number
  /** How often armed faults have struck. */
  readonly struck: number
  /** Is told whenever one does, those of webhooks too. */
  onStrike(what: Struck): void
  clear(): void
  /** Resolves when the same call comes again, or everything is cleared. */
  late(call: string): Promise<void>
  /** Takes the fault armed for this call, if any. */
  take(call: string): FaultKind | undefined
}

const peace: WebhookFaults = { duplicates: 0, shuffle: false, delaySeconds: 0, drops: 0 }

/** Faults live in this process only: they are a test's hand, not state. */
export function createFaults(): Faults {
  let armed: { match: RegExp; kind: FaultKind; times: number; left: number }[] = []
  let struck = 0
  const waiting = new Map<string, () => void>()
  const letGo = (call: string) => {
    waiting.get(call)?.()
    return waiting.delete(call)
  }
  return {
    webhooks: { ...peace },
    declines: 0,
    get struck() {
      return struck
    },
    onStrike() {},
    next(match, kind, times = 1) {
      armed.push({ match, kind, times, left: times })
    },
    clear() {
      armed = []
      for (const call of waiting.keys()) letGo(call)
      this.declines = 0
      Object.assign(this.webhooks, peace)
    },
    late: (call) =>
      new Promise((resolve) => {
        if (letGo(call)) resolve()
        else waiting.set(call, resolve)
      }),
    take(call) {
      const fault = armed.find(({ match, left }) => left > 0 && call.search(match) >= 0)
      if (!fault) return undefined
      fault.left--
      struck++
      this.onStrike({ kind: fault.kind, times: fault.times })
      return fault.kind
    },
  }
}

/** The connection broke: there is no answer, and the error must reach the caller as a network error. */
export class ConnectionBroken extends Error {
  readonly code: string

  constructor(code: 'ECONNREFUSED' | 'ECONNRESET') {
    super(`The stand-in was told to break this connection (${code}).`)
    this.code = code
  }
}

/** What happens instead of the call, before it has any effect. */
export async function strikeBefore(fault: FaultKind | undefined, signal: AbortSignal): Promise<void> {
  if (fault === 'slow') await wait(1000)
  if (fault === 'hang') await givenUp(signal)
  if (fault === 'refuse') throw new ConnectionBroken('ECONNREFUSED')
  if (fault === 'rate-limit') throw tooManyRequests()
}

/** What happens to the answer, after the effect is committed. */
export async function strikeAfter(fault: FaultKind | undefined, signal: AbortSignal): Promise<void> {
  if (fault === 'hang-after') await givenUp(signal)
  if (fault === 'cut-after') throw new ConnectionBroken('ECONNRESET')
}

/** A 500 as Stripe words it. */
export const outage = () =>
  new StripeRefusal(
    500,
    {
      type: 'api_error',
      message: 'An unknown error occurred. Please contact us if this continues to happen.',
    },
    true,
  )

const tooManyRequests = () =>
  new StripeRefusal(
    429,
    { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests made too quickly.' },
    false,
  )

/** Never answers: ends when the caller does. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
