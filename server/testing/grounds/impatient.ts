import type { Hono } from 'hono'
import { pause } from '../../pause.ts'
import type { StandIn } from '../../payment/stand-in/stand-in.ts'

/** How long the app waits for a payment provider that was told to hang; its own limit would only cost time. */
const PATIENCE_MS = 250

/** Which calls to the payment provider an outage is about. */
export const CALLS = {
  create: /POST .*payment_intents$/,
  capture: /POST .*\/capture/,
  cancel: /POST .*\/cancel/,
  refund: /POST .*\/refunds$/,
  transfer: /POST .*transfers$/,
  reversal: /POST .*reversals$/,
  read: /^GET/,
  any: /\/v1\//,
} as const

/** One for each who waits: what waits for a shared one is never let go of. */
const forEver = () => new Promise<never>(() => {})

/** Longer than the stand-in takes over a slow call. */
const SLOW_MS = 1_200

/** The way of many servers to one provider. */
export type ProviderLine = {
  /** A server's own: once it is dead it asks nothing more, not even what its library would have asked again. */
  of(isDead: () => boolean): Hono
  /** Resolves when what was slow has had its effect: no call is under way for hours. */
  landed(): Promise<unknown>
}

/** The provider as seen by those who do not wait five seconds for an answer that never comes. */
export function impatient({ app, faults }: StandIn): ProviderLine {
  const underWay = new Map<Promise<unknown>, number>()
  // what is under way for longer hangs, and ends when its caller does
  const landed = async () => {
    const slow = [...underWay].filter(([, from]) => Date.now() - from < SLOW_MS).map(([asked]) => asked)
    if (slow.length > 0) await Promise.race([Promise.allSettled(slow), pause(SLOW_MS)])
  }
  const ask = async (url: string, init: RequestInit) => {
    const before = faults.struck
    const asked = Promise.resolve(app.request(url, init))
    underWay.set(asked, Date.now())
    const over = () => void underWay.delete(asked)
    asked.then(over, over)
    const answered = await Promise.race([
      asked.then(
        () => true,
        () => true,
      ),
      pause(PATIENCE_MS).then(() => false),
    ])
    if (!answered && faults.struck > before) throw new TypeError('no answer in time')
    return asked
  }
  const of = (isDead: () => boolean) => {
    const request = (url: string, init: RequestInit) => (isDead() ? forEver() : ask(url, init))
    return { request } as unknown as Hono
  }
  return { of, landed }
}
