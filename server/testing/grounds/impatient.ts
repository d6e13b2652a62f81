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

/** The provider as seen by somebody who does not wait five seconds for an answer that never comes. */
export function impatient({ app, faults }: StandIn): Hono {
  const request = async (url: string, init: RequestInit) => {
    const before = faults.struck
    const asked = Promise.resolve(app.request(url, init))
    asked.catch(() => {})
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
  return { request } as unknown as Hono
}
