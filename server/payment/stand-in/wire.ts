import type Stripe from 'stripe'

/** The `error` member of a Stripe answer. */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/**
 * An answer other than success, in the shape of Stripe's API. Whatever was written before it was thrown is kept: a
 * declined card leaves its failed charge. `began` says whether an endpoint started its work, because only then does
 * an idempotency key remember the answer.
 */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: StripeErrorBody
  readonly began: boolean

  constructor(status: number, error: StripeErrorBody, began: boolean) {
    super(error.message)
    this.status = status
    this.error = error.code ? { ...error, doc_url: documentationOf(error.code) } : error
    this.began = began
  }
}

type More = Partial<Omit<StripeErrorBody, 'type' | 'message'>>

/** Returns a 400 for parameters with which no endpoint would start; not remembered. */
export const invalid = (message: string, more: More = {}) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more }, false)

/** Returns a 400 for a request that the current state forbids; remembered. */
export const forbidden = (message: string, more: More = {}) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more }, true)

/** Returns a refusal for a PaymentIntent in the wrong state, and includes the PaymentIntent as Stripe does. */
export const unexpectedState = (message: string, intent: Stripe.PaymentIntent) =>
  forbidden(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })

/** Returns a 404 for an object that does not exist. */
export const missing = (object: string, id: string) =>
  new StripeRefusal(
    404,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${object}: '${id}'`,
      param: object === 'payment_intent' ? 'intent' : 'id',
    },
    true,
  )

/** Returns a 402 for a declined card. */
export const cardRefused = (message: string, more: More) =>
  new StripeRefusal(402, { type: 'card_error', message, ...more }, true)

const documentationOf = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** A decoded form body or query: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`, without a prototype. */
export type Params = { [name: string]: string | Params | undefined }

/** Decodes the SDK's encoding. Refuses null bytes, which Postgres cannot store, and contradictory nesting. */
export function parseForm(text: string): Params {
  const params = emptyParams()
  for (const [path, value] of new URLSearchParams(text)) {
    if (`${path}${value}`.includes('\0')) throw invalid('Invalid request: a parameter has a null byte.')
    const names = path.replaceAll(']', '').split('[')
    const last = names.pop() ?? ''
    let inner = params
    for (const name of names) {
      const next = inner[name] ?? emptyParams()
      if (typeof next === 'string') throw invalid(`Invalid ${name}`, { param: name })
      inner[name] = next
      inner = next
    }
    inner[last] = value
  }
  return params
}

const emptyParams = (): Params => Object.create(null)

/** Reads a text parameter; an empty text means "unset". */
export function readText(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value !== undefined && typeof value !== 'string')
    throw invalid(`Invalid string: ${name}`, { param: name })
  return value
}

/** Reads a whole number, such as cents or seconds. */
export function readInteger(params: Params, name: string): number | undefined {
  const text = readText(params, name)
  if (text === undefined) return undefined
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name })
}

/** Reads one of the allowed words. */
export function readChoice<T extends string>(
  params: Params,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = readText(params, name)
  if (text === undefined) return undefined
  const found = allowed.find((word) => word === text)
  if (found) return found
  throw invalid(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
}

/** Reads the words `name[0]`, `name[1]` … */
export function readWords(params: Params, name: string): string[] {
  const value = params[name]
  if (value === undefined) return []
  if (typeof value === 'string') throw invalid(`Invalid array: ${name}`, { param: name })
  return Object.values(value).filter((word) => typeof word === 'string')
}

/**
 * Returns the metadata after an update: given keys replace, an empty text removes, and Stripe's three limits hold.
 */
export function readMetadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const given = params.metadata
  if (given === undefined) return before
  if (typeof given === 'string') {
    if (given === '') return {}
    throw invalid('Invalid object', { param: 'metadata' })
  }
  const after = Object.entries({ ...before, ...given }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const tooLong = after.find(([key, value]) => key.length > 40 || value.length > 500)
  if (tooLong) {
    throw invalid('Metadata keys have 40 characters at most, values 500.', {
      param: `metadata[${tooLong[0]}]`,
    })
  }
  if (after.length > 50) throw invalid('Metadata has 50 keys at most.', { param: 'metadata' })
  return Object.fromEntries(after)
}
