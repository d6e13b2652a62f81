import { setTimeout as wait } from 'node:timers/promises'
import { StripeRefusal } from './wire.ts'

/**
 * The faults of one API call. `refuse`: no connection and no effect. `error-before` and `error-after`: a 500
 * without and with the effect, remembered for the idempotency key. `hang` and `hang-after`: no answer until the
 * caller gives up. `cut-after`: the connection closes after the effect (the SDK repeats such a call once by itself,
 * so use `times: 2`). `rate-limit`: 429. `slow`: one second late. `late`: the call only runs once the same call
 * comes again, as when its caller has given up.
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

/** The faults of webhooks: how many duplicates, whether shuffled, how late, and how many tries are lost. */
type WebhookFaults = { duplicates: number; shuffle: boolean; delaySeconds: number; drops: number }

/** A fault that struck: a call, with the number of calls it was armed for, or a webhook, in one of these ways. */
export type Struck = { kind: FaultKind; times: number } | Partial<WebhookFaults>

export type Faults = {
  /** Arms a fault for the next `times` calls whose `METHOD /path` matches. */
  next(match: RegExp, kind: FaultKind, times?: number): void
  webhooks: WebhookFaults
  /** How many of the next confirmations are declined. */
  declines: number
  /** What the provider refuses about our own account: connected accounts that only receive, or all of them. */
  platform: 'approved' | 'without-transfers' | 'without-profile'
  /** How often armed faults have struck. */
  readonly struck: number
  /** Called whenever a fault strikes, for webhooks too. */
  onStrike(what: Struck): void
  clear(): void
  /** Resolves when the same call comes again, or when everything is cleared. */
  late(call: string): Promise<void>
  /** Takes the fault armed for this call, if any. */
  take(call: string): FaultKind | undefined
}

const peace: WebhookFaults = { duplicates: 0, shuffle: false, delaySeconds: 0, drops: 0 }

/**
 * Creates the faults, with none armed. They exist only in this process, because tests control them and they are not
 * state.
 */
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
    platform: 'approved',
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
      this.platform = 'approved'
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

/** Thrown when the connection breaks: there is no answer, and the caller must see a network error. */
export class ConnectionBroken extends Error {
  readonly code: string

  constructor(code: 'ECONNREFUSED' | 'ECONNRESET') {
    super(`The stand-in was told to break this connection (${code}).`)
    this.code = code
  }
}

/** Applies a fault before the call has any effect. */
export async function strikeBefore(fault: FaultKind | undefined, signal: AbortSignal): Promise<void> {
  if (fault === 'slow') await wait(1000)
  if (fault === 'hang') await givenUp(signal)
  if (fault === 'refuse') throw new ConnectionBroken('ECONNREFUSED')
  if (fault === 'rate-limit') throw tooManyRequests()
}

/** Applies a fault after the effect was committed. */
export async function strikeAfter(fault: FaultKind | undefined, signal: AbortSignal): Promise<void> {
  if (fault === 'hang-after') await givenUp(signal)
  if (fault === 'cut-after') throw new ConnectionBroken('ECONNRESET')
}

/** Returns a 500 in Stripe's words. */
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

/** Rejects when the caller gives up, and never resolves. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
