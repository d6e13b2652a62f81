import Stripe from 'stripe'
import { InternalError } from '../../log.ts'

/**
 * Why a call returned no value. `card`: the bank declined. `invalid`: Stripe refused. `idempotency`: the key
 * belongs to another request. `replayed`: the answer is an old one, which this key returns for a day. `unreachable`
 * says nothing about the effect: no answer came, or one that proves nothing (429, 401, a 5xx, a call with the same
 * key under way).
 */
export type Problem = {
  kind: 'card' | 'invalid' | 'idempotency' | 'replayed' | 'unreachable'
  /** Stripe's own code, for the log. */
  code: string
  /** The parameter that Stripe refused; null when it named none. */
  param: string | null
  /** What Stripe said, for the people who look at it. */
  message: string
}
/** How long a call to Stripe may take. */
export const TIMEOUT_MS = 5_000
/** How long the creation of a connected account may take, which often lasts longer than any other call. */
export const ACCOUNT_TIMEOUT_MS = 20_000

/** Stripe's code while a call with the same key is under way. */
export const KEY_IN_USE = 'idempotency_key_in_use'

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Thrown when Stripe gave no usable answer: the effect is unknown, and asking again is safe. */
export class PaymentsUnreachable extends InternalError {}

/** Runs a call to Stripe. Returns Stripe's errors as values and throws every other error, because it is a bug. */
export async function answer<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { code = error.type, param = null, message } = error
    return { ok: false, problem: { kind: kindOf(error), code, param, message } }
  }
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): Problem['kind'] {
  const { statusCode: status, headers } = error
  if (error instanceof Stripe.errors.StripeCardError) return 'card'
  if (headers?.['idempotent-replayed'] === 'true') return 'replayed'
  // an account that we may no longer act for
  if (error.code === 'account_invalid') return 'invalid'
  if (status !== 400 && status !== 404) return 'unreachable'
  return error instanceof Stripe.errors.StripeIdempotencyError ? 'idempotency' : 'invalid'
}

/** As `answer`, but returns null for an object that does not exist. */
export async function answerOrNull<T>(call: () => Promise<T>): Promise<Answer<T | null>> {
  const found = await answer(call)
  return !found.ok && found.problem.code === 'resource_missing' ? { ok: true, value: null } : found
}

/** Returns the id of an object that Stripe gives as an id or in full. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference
  const id = (reference as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}

/** By how many seconds our clock and Stripe's may differ when an object is searched by its time. */
const CLOCKS_DIFFER_S = 300

export const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** Returns a period as a filter for Stripe. */
export const createdWithin = ({ from, until }: { from: Date; until: Date }) => ({
  gte: secondsOf(from) - CLOCKS_DIFFER_S,
  lte: secondsOf(until) + CLOCKS_DIFFER_S,
})
