import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import Stripe from 'stripe'
import { type Infer, z } from '../../../sync/shape.ts'
import type { Sql } from '../../db/sql.ts'
import { accountRoutes, connectPage } from './account.ts'
import { cardFromForm } from './card.ts'
import { chargeRoutes } from './charge.ts'
import { createFaults, type Faults } from './faults.ts'
import { authenticateIntent, cancelIntent, confirmIntent, lockIntent } from './intent.ts'
import { intentRoutes } from './intent-routes.ts'
import { actOutside, type OutsideAct, outsideAct, refuseIfTold } from './outside.ts'
import { answerError, answerRoute, inSession, pruneKeys, type World, withFaults } from './request.ts'
import { returnedRoutes, settleDueRefunds } from './returned.ts'
import type { PaymentIntent, Session } from './store.ts'
import { transferRoutes } from './transfer.ts'
import { connectSecretOf, deliverDue, eventRoutes, type WebhookTarget } from './webhooks.ts'
import { invalid, missing, StripeRefusal } from './wire.ts'

type StandInOptions = {
  /** A database on which `ensureSchema` has run. */
  sql: Sql
  now(): Promise<Date>
  webhook: WebhookTarget
  random: { bytes(count: number): Uint8Array }
  /** The environment's mode; there is no stand-in in production. */
  mode: string
  log?: World['log']
}

export type StandIn = {
  /** Stripe's API under `/v1`, and the browser's routes under `/browser`. */
  app: Hono
  /** The browser's routes alone, to be mounted at `/dev/stripe/browser`. */
  browser: Hono
  /** The replacement for the provider's page, to be mounted at `/dev/stripe/connect`. */
  connect: Hono
  faults: Faults
  /** The secrets that sign events: of the endpoint for our own account, and of the one for connected accounts. */
  webhookSecrets: readonly string[]
  /** Releases expired holds and deletes old idempotency keys, by the injected clock. */
  tick(): Promise<void>
  /** Sends the webhooks that are due, and returns how many were accepted. */
  deliverDue(): Promise<number>
  /** Carries out an act of a bank, or of another holder of the key, from outside the app. */
  outside(act: OutsideAct): Promise<{ id: string | null }>
  /** Resolves when the deliveries started by commits are done. */
  settled(): Promise<void>
}

/** The answer of the browser's routes: the status of the PaymentIntent, and any error or next step. */
export type BrowserAnswer = {
  status: Stripe.PaymentIntent.Status
  error?: { type: string; code?: string; declineCode?: string; message: string }
  nextAction?: { type: string }
}

const quietLog: World['log'] = { error: () => {} }

/**
 * Creates a local Stripe with real objects, errors, idempotency, signed webhooks and expiring holds. All state is
 * in Postgres, so that processes share it and a killed one loses nothing. No real money moves. Throws in
 * production.
 */
export function createStandIn(options: StandInOptions): StandIn {
  if (options.mode === 'production') {
    throw new Error('The payment stand-in does not run in production: set STRIPE_SECRET_KEY.')
  }
  let deliveries = Promise.resolve()
  const world: World = {
    sql: options.sql,
    now: options.now,
    newId: (prefix) => `${prefix}_${Buffer.from(options.random.bytes(12)).toString('hex')}`,
    randomBytes: (count) => options.random.bytes(count),
    faults: createFaults(),
    log: options.log ?? quietLog,
    onEvents() {
      deliveries = deliveries.then(async () => {
        await deliverDue(world, options.webhook).catch((error: unknown) =>
          world.log.error({ err: error }, 'webhooks of the payment stand-in wait for the next delivery'),
        )
      })
    },
  }
  const browser = browserRoutes(world)
  return {
    app: api(world).route('/browser', browser),
    browser,
    connect: connectPage(world),
    faults: world.faults,
    webhookSecrets: [options.webhook.secret, connectSecretOf(options.webhook.secret)],
    tick: () => tick(world),
    deliverDue: () => deliverDue(world, options.webhook),
    outside: (act) => actOutside(world, act),
    async settled() {
      for (let last: unknown; last !== deliveries; ) {
        last = deliveries
        await deliveries
      }
    },
  }
}

/**
 * Returns an HTTP client with which the real SDK calls the stand-in without a port: `new Stripe(key, { httpClient
 * })`.
 */
export function standInHttpClient(app: Hono): Stripe.HttpClient {
  const inProcess = (async (url: string, init: RequestInit) =>
    Promise.race([app.request(url, init), givenUp(init.signal)])) as typeof fetch
  return Stripe.createFetchHttpClient(inProcess)
}

/** Rejects when the SDK's time limit is over, even while the stand-in is still working. */
function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function api(world: World): Hono {
  const app = new Hono()
  for (const route of [
    ...intentRoutes,
    ...chargeRoutes,
    ...returnedRoutes,
    ...accountRoutes,
    ...transferRoutes,
    ...eventRoutes,
  ]) {
    app.on(route.method.toUpperCase(), `/v1${route.path}`, answerRoute(world, route))
  }
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return c.json({ error: { type: 'invalid_request_error', message } }, 404)
  })
  app.onError((error, c) => answerError(world, error, c))
  return app
}

async function tick(world: World): Promise<void> {
  for (let settled = 1; settled > 0; )
    settled = await inSession(world, async (session) => {
      await pruneKeys(session)
      return (await letLapsedHoldsGo(session)) + (await settleDueRefunds(session))
    })
}

async function letLapsedHoldsGo(session: Session): Promise<number> {
  const rows = await session.tx<{ body: PaymentIntent }[]>`
    select intent.body from stand_in.object charge
    join stand_in.object intent on intent.id = charge.body ->> 'payment_intent'
    where charge.object = 'charge' and charge.body ->> 'captured' = 'false' and charge.body ->> 'refunded' = 'false'
      and (charge.body #>> '{payment_method_details,card,capture_before}')::bigint <= ${session.at}
      and intent.body ->> 'status' = 'requires_capture' and intent.body ->> 'latest_charge' = charge.id
    order by intent.seq limit 100 for update of intent skip locked`
  for (const { body } of rows) await cancelIntent(session, body, 'automatic')
  return rows.length
}

const clientSecretShape = z.string().check(z.regex(/^\w{0,300}$/))
const confirmShape = z.object({
  clientSecret: clientSecretShape,
  card: z.object({ number: z.string(), exp: z.string(), cvc: z.string() }),
})
const authenticateShape = z.object({ clientSecret: clientSecretShape, outcome: z.enum(['pass', 'fail']) })

/** Serves what Stripe.js needs for the card form. Each call reaches only the payment whose client secret it has. */
function browserRoutes(world: World): Hono {
  const routes = new Hono()
  routes.post('/confirm', (c) =>
    withFaults(world, c, async () => {
      const { clientSecret, card } = await readBody(c, confirmShape)
      const answer = await attempt(world, clientSecret, async (session, intent) => {
        refuseIfTold(world)
        await confirmIntent(session, intent, await cardFromForm(session, card))
      })
      return c.json(answer)
    }),
  )
  routes.post('/authenticate', (c) =>
    withFaults(world, c, async () => {
      const { clientSecret, outcome } = await readBody(c, authenticateShape)
      const answer = await attempt(world, clientSecret, (session, intent) =>
        authenticateIntent(session, intent, outcome === 'pass'),
      )
      return c.json(answer)
    }),
  )
  // not part of Stripe.js: acts of banks and others, which are safe here because no money is real
  routes.post('/act', async (c) => c.json(await actOutside(world, await readBody(c, outsideAct))))
  routes.onError((error, c) => answerError(world, error, c))
  return routes
}

async function readBody<S extends z.core.$ZodType>(c: Context, shape: S): Promise<Infer<S>> {
  const parsed = z.safeParse(shape, await c.req.json().catch(() => undefined))
  if (!parsed.success) throw invalid('Invalid request body.')
  return parsed.data
}

/** Runs one step for the holder of the client secret. A refusal is part of the answer, and its effects are kept. */
function attempt(
  world: World,
  clientSecret: string,
  step: (session: Session, intent: PaymentIntent) => Promise<void>,
): Promise<BrowserAnswer> {
  return inSession(world, async (session) => {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const intent = await lockIntent(session, id)
    if (!isSame(clientSecret, intent.client_secret ?? '')) throw missing('payment_intent', id)
    const error = await step(session, intent).catch(explain)
    const { status, next_action: action } = intent
    return { status, ...(error && { error }), ...(action && { nextAction: { type: action.type } }) }
  })
}

function explain(error: unknown): BrowserAnswer['error'] {
  if (!(error instanceof StripeRefusal)) throw error
  const { type, code, decline_code: declineCode, message } = error.error
  return { type, code, declineCode, message }
}

const isSame = (given: string, kept: string) => timingSafeEqual(digestOf(given), digestOf(kept))

const digestOf = (text: string) => createHash('sha256').update(text).digest()
