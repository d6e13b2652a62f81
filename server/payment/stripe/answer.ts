import Stripe from 'stripe'
import { InternalError } from '../../log.ts'

/**
 * Why a call has no value, in the words our rules need. `card`: the bank said no. `invalid`: Stripe would not do it.
 * `idempotency`: the key stands for another request. `replayed`: the answer is an old one, which this key will give
 * for a day. `unreachable` says nothing about the effect: no answer came, or one that does not count (429, 401, a
 * 5xx, a call with the same key under way).
 */
export type Problem = {
  kind: 'card' | 'invalid' | 'idempotency' | 'replayed' | 'unreachable'
  /** Stripe's own code, for the log. */
  code: string
}
/** Stripe's code while a call with the same key is under way. */
export const KEY_IN_USE = 'idempotency_key_in_use'

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Stripe gave no answer that counts: nothing is known, asking again is safe. */
export class PaymentsUnreachable extends InternalError {}

/** What a call to Stripe came to; its errors are values, every other error is a bug. */
export async function answer<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { ok: false, problem: { kind: kindOf(error), code: error.code ?? error.type } }
  }
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): Problem['kind'] {
  const { statusCode: status, headers } = error
  if (error instanceof Stripe.errors.StripeCardError) return 'card'
  if (headers?.['idempotent-replayed'] === 'true') return 'replayed'
  // an account that we may not act for any more
  if (error.code === 'account_invalid') return 'invalid'
  if (status !== 400 && status !== 404) return 'unreachable'
  return error instanceof Stripe.errors.StripeIdempotencyError ? 'idempotency' : 'invalid'
}

/** As `answer`, with null for an object that is not there. */
export async function answerOrNull<T>(call: () => Promise<T>): Promise<Answer<T | null>> {
  const found = await answer(call)
  return !found.ok && found.problem.code === 'resource_missing' ? { ok: true, value: null } : found
}

/** The id of an object that Stripe names or shows whole. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference
  const id = (reference as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}

/** Our clock and Stripe's may differ by this much when an object is looked for by its time. */
const CLOCKS_DIFFER_S = 300

export const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** A span of time as Stripe filters by it. */
export const createdWithin = ({ from, until }: { from: Date; until: Date }) => ({
  gte: secondsOf(from) - CLOCKS_DIFFER_S,
  lte: secondsOf(until) + CLOCKS_DIFFER_S,
})
