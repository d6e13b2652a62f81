import { createHash } from 'node:crypto'
import type { Context, Handler } from 'hono'
import type { Sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { ConnectionBroken, type FaultKind, type Faults, outage, strikeAfter, strikeBefore } from './faults.ts'
import {
  apiVersion,
  expandObject,
  getObject,
  type Kind,
  listObjects,
  PAGE_PARAMS,
  type Session,
} from './store.ts'
import { invalid, type Params, parseForm, readWords, StripeRefusal } from './wire.ts'

/** The input of an endpoint: the open transaction, the decoded parameters and the id in the path. */
export type Call = { session: Session; params: Params; id: string }

/** An endpoint under `/v1`. A parameter missing from `accepts` is refused, as Stripe refuses a typo. */
export type Route = {
  method: 'get' | 'post'
  path: string
  accepts: readonly string[]
  run(call: Call): Promise<object>
}

/** Returns the route `GET /v1/things/:id`. */
export const retrieveRoute = (kind: Kind): Route => ({
  method: 'get',
  path: `/${kind}s/:id`,
  accepts: ['expand'],
  run: ({ session, id }) => getObject(session, kind, id),
})

/** Returns the route `GET /v1/things`, filtered by parameters that have the names of the fields. */
export const listRoute = (kind: Kind, filters: readonly string[]): Route => ({
  method: 'get',
  path: `/${kind}s`,
  accepts: [...PAGE_PARAMS, ...filters],
  run: ({ session, params }) => listObjects(session, { kind, params, filters }),
})

export type World = {
  sql: Sql
  now(): Promise<Date>
  newId(prefix: string): string
  randomBytes(count: number): Uint8Array
  faults: Faults
  /** Called after a commit that wrote events. */
  onEvents(): void
  log: { error(fields: Record<string, unknown>, message: string): void }
}

type Incoming = { key?: string; path: string; hash: string }
type Reply = { status: number; body: string; began: boolean; replayed?: boolean }

const KEY_LIFE_MS = 24 * 3_600_000

/** Runs work in a session within one transaction. After the commit, starts the delivery of the webhooks it caused. */
export async function inSession<T>(world: World, run: (session: Session) => Promise<T>): Promise<T> {
  const at = Math.floor((await world.now()).getTime() / 1000)
  const { delaySeconds } = world.faults.webhooks
  const done = await inTransaction(world.sql, async (tx) => {
    const session: Session = {
      tx,
      at,
      newId: world.newId,
      request: null,
      platform: world.faults.platform,
      webhookDelaySeconds: delaySeconds,
      events: { count: 0 },
    }
    return { result: await run(session), events: session.events.count }
  })
  if (done.events > 0 && delaySeconds > 0) world.faults.onStrike({ delaySeconds })
  if (done.events > 0) world.onEvents()
  return done.result
}

/**
 * Makes a Hono handler of an endpoint, with the API key, faults, idempotency, one transaction and Stripe's headers.
 */
export function answerRoute(world: World, route: Route): Handler {
  return (c) =>
    withFaults(world, c, async (fault) => {
      checkKey(c.req.header('authorization'))
      const text = route.method === 'post' ? await c.req.text() : new URL(c.req.url).search
      const requestId = world.newId('req')
      const key = route.method === 'post' ? c.req.header('idempotency-key') : undefined
      const incoming = { key, path: c.req.path, hash: hashOf(text) }
      const reply = await inSession(world, async (session) => {
        session.request = { id: requestId, idempotency_key: key ?? null }
        const work = () => runRoute(session, route, { text, id: c.req.param('id') ?? '' })
        return onceFor(session, incoming, () => withOutage(fault, work))
      })
      return c.body(reply.body, reply.status as 200, headersOf(reply, requestId, key))
    })
}

/** Runs a handler under the fault armed for this call; the browser's routes use it too. */
export async function withFaults(
  world: World,
  c: Context,
  run: (fault: FaultKind | undefined) => Promise<Response>,
): Promise<Response> {
  const fault = world.faults.take(`${c.req.method} ${c.req.path}`)
  if (fault === 'late') await world.faults.late(`${c.req.path} ${await c.req.text()}`)
  await strikeBefore(fault, c.req.raw.signal)
  const response = await run(fault)
  await strikeAfter(fault, c.req.raw.signal)
  return response
}

/**
 * Answers an error that a handler threw. After a broken connection there is no answer: the socket is destroyed, or
 * the caller's promise rejects.
 */
export function answerError(world: World, error: Error, c: Context): Response {
  if (error instanceof ConnectionBroken || c.req.raw.signal.aborted) {
    const socket = (c.env as { incoming?: { socket: { destroy(): void } } } | undefined)?.incoming?.socket
    if (!socket) throw error
    socket.destroy()
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
  if (error instanceof StripeRefusal) return c.json({ error: error.error }, error.status as 400)
  world.log.error({ err: error, path: c.req.path }, 'the payment stand-in failed')
  return c.json(
    { error: { type: 'api_error', message: 'The payment stand-in failed; its log says why.' } },
    500,
  )
}

function checkKey(authorization: string | undefined) {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (key && /^(sk|rk)_test_\w+$/.test(key)) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****. The stand-in takes test keys only.`
    : 'You did not provide an API key. Provide it in the Authorization header, as Bearer.'
  throw new StripeRefusal(401, { type: 'invalid_request_error', message }, false)
}

async function runRoute(session: Session, route: Route, asked: { text: string; id: string }): Promise<Reply> {
  try {
    const params = parseForm(asked.text)
    const unknown = Object.keys(params).find((name) => !route.accepts.includes(name))
    if (unknown) {
      throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
    }
    const object = await route.run({ session, params, id: asked.id })
    const shown = await expandObject(session, object, readWords(params, 'expand'))
    return { status: 200, body: JSON.stringify(shown), began: true }
  } catch (error) {
    return replyOf(error)
  }
}

function replyOf(error: unknown): Reply {
  if (!(error instanceof StripeRefusal)) throw error
  return { status: error.status, body: JSON.stringify({ error: error.error }), began: error.began }
}

async function withOutage(fault: FaultKind | undefined, work: () => Promise<Reply>): Promise<Reply> {
  if (fault === 'error-before') return replyOf(outage())
  const reply = await work()
  return fault === 'error-after' ? replyOf(outage()) : reply
}

/** Applies Stripe's idempotency: the first answer to a key stays its answer for a day, even a 500. */
async function onceFor(session: Session, incoming: Incoming, work: () => Promise<Reply>): Promise<Reply> {
  const { tx, at } = session
  const { key, path, hash } = incoming
  if (key === undefined) return work()
  if (key.length > 255) return replyOf(invalid('An idempotency key has 255 characters at most.'))
  const [lock] = await tx<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`stand_in.key ${key}`}, 0)) as free`
  if (!lock?.free) return replyOf(keyInUse(key))
  const prunedBefore = new Date(at * 1000 - KEY_LIFE_MS)
  await tx`delete from stand_in.idempotency where key = ${key} and at <= ${prunedBefore}`
  const [kept] = await tx<{ path: string; request_hash: string; status: number; body: string }[]>`
    select path, request_hash, status, body from stand_in.idempotency where key = ${key}`
  if (kept && kept.path !== path) return replyOf(otherEndpoint(key, path, kept.path))
  if (kept && kept.request_hash !== hash) return replyOf(otherParameters(key))
  if (kept) return { status: kept.status, body: kept.body, began: true, replayed: true }
  const reply = await work()
  if (reply.began) {
    await tx`
      insert into stand_in.idempotency (key, path, request_hash, status, body, at)
      values (${key}, ${path}, ${hash}, ${reply.status}, ${reply.body}, ${new Date(at * 1000)})`
  }
  return reply
}

/** Deletes the keys that are older than a day. */
export async function pruneKeys({ tx, at }: Session): Promise<void> {
  await tx`delete from stand_in.idempotency where at <= ${new Date(at * 1000 - KEY_LIFE_MS)}`
}

const keyInUse = (key: string) =>
  new StripeRefusal(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    },
    false,
  )

const otherParameters = (key: string) =>
  new StripeRefusal(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    false,
  )

const otherEndpoint = (key: string, path: string, first: string) =>
  new StripeRefusal(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    false,
  )

/** Hashes the decoded pairs in sorted order, so that the same parameters are the same request. */
function hashOf(text: string): string {
  const pairs = [...new URLSearchParams(text)].map((pair) => JSON.stringify(pair)).sort()
  return createHash('sha256').update(pairs.join('\n')).digest('hex')
}

function headersOf(reply: Reply, requestId: string, key: string | undefined): Record<string, string> {
  return {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': apiVersion,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(reply.replayed && { 'idempotent-replayed': 'true' }),
    ...(reply.status >= 500 && { 'stripe-should-retry': 'false' }),
  }
}
