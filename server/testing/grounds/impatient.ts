import type { Hono } from 'hono'
import { pause } from '../../pause.ts'
import type { StandIn } from '../../payment/stand-in/stand-in.ts'

/** How long the app waits for a provider that hangs. The app's own, longer limit would only cost time. */
const PATIENCE_MS = 250

/** The calls to the payment provider that an outage may concern. */
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

/**
 * Returns a promise that never settles. Each caller gets its own, because a shared one would keep all its waiters in
 * memory.
 */
const forEver = () => new Promise<never>(() => {})

/** This is longer than the stand-in takes over a slow call. */
const SLOW_MS = 1_200

/** The connection of several servers to one provider. */
export type ProviderLine = {
  /** Returns a server's own connection. A dead server sends nothing more, not even what its library would repeat. */
  of(isDead: () => boolean): Hono
  /** Resolves when slow calls have had their effect, so that no call is under way while the clock moves by hours. */
  landed(): Promise<unknown>
}

/** Returns a connection to the provider on which no caller waits five seconds for an answer that never comes. */
export function impatient({ app, faults }: StandIn): ProviderLine {
  const underWay = new Map<Promise<unknown>, number>()
  // A call that has been under way for longer hangs, and ends when its caller does.
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
