import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Sql } from '../../db/sql.ts'
import { inOneStatement, inTransaction } from '../../db/transaction.ts'
import { type Call, type Route, retrieveRoute, type World } from './request.ts'
import { listObjects, PAGE_PARAMS } from './store.ts'
import { readChoice, readWords } from './wire.ts'

/**
 * Returns the secret of the endpoint for connected accounts. As at Stripe, an endpoint is for our own account or for
 * the connected ones, and each has its own secret.
 */
export const connectSecretOf = (secret: string) => `${secret}_connect`

/** Where events are sent: to a URL, or to a function of this process that returns whether it accepted the event. */
export type WebhookTarget =
  | { url: string; secret: string }
  | { deliver(body: string, signature: string): Promise<boolean>; secret: string }

type Due = { event_id: string; tries: number; body: Stripe.EventBase }

const BATCH = 20
const GIVE_UP_MS = 3 * 86_400_000
const EVENT_LIFE_S = 30 * 86_400
const ANSWER_WITHIN_MS = 10_000

/**
 * Sends every webhook that is due, and returns how many were accepted. Delivery is at least once: a try is counted
 * before it is made, and repeated after 10 s, 40 s, 160 s … up to 6 h, for three days, until the receiver answers
 * with success.
 */
export async function deliverDue(world: World, target: WebhookTarget): Promise<number> {
  let taken = 0
  for (;;) {
    const now = await world.now()
    const due = await claimDue(world, now)
    for (const one of inOrder(world, due)) {
      if (await deliverOne(world, target, { due: one, now })) taken++
    }
    if (due.length < BATCH) return taken
  }
}

async function claimDue({ sql }: World, now: Date): Promise<Due[]> {
  const claim = (one: Sql) => one<(Due & { seq: number })[]>`
    update stand_in.delivery d
    set tries = d.tries + 1,
      due_at = case when d.created <= ${new Date(now.getTime() - GIVE_UP_MS)} then null
        else ${now}::timestamptz + make_interval(secs => least(10 * power(4, least(d.tries, 10)), 21600)) end
    from (
      select event_id from stand_in.delivery where delivered_at is null and due_at <= ${now}
      order by seq limit ${BATCH} for update skip locked
    ) due, stand_in.object event
    where d.event_id = due.event_id and event.id = due.event_id
    returning d.event_id, d.tries, d.seq, event.body`
  const rows = await inOneStatement(sql, claim)
  return rows.sort((a, b) => Number(a.seq) - Number(b.seq))
}

function inOrder({ faults, randomBytes }: World, due: Due[]): Due[] {
  if (!faults.webhooks.shuffle) return due
  const weights = new Map(due.map((one) => [one, Buffer.from(randomBytes(4)).readUInt32BE()]))
  const shuffled = due.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
  if (shuffled.some((one, at) => one !== due[at])) faults.onStrike({ shuffle: true })
  return shuffled
}

async function deliverOne(
  world: World,
  target: WebhookTarget,
  { due, now }: { due: Due; now: Date },
): Promise<boolean> {
  const { drops, duplicates } = world.faults.webhooks
  if (due.tries <= drops) {
    world.faults.onStrike({ drops })
    return false
  }
  if (duplicates > 0) world.faults.onStrike({ duplicates })
  const body = JSON.stringify(due.body)
  const secret = due.body.account ? connectSecretOf(target.secret) : target.secret
  let taken = false
  for (let copy = 0; copy <= duplicates; copy++) {
    taken = (await send(target, body, signatureOf(body, secret, now))) || taken
  }
  if (!taken) return false
  await inTransaction(world.sql, async (tx) => {
    await tx`update stand_in.delivery set delivered_at = ${now} where event_id = ${due.event_id}`
    await tx`
      update stand_in.object set body = jsonb_set(body, '{pending_webhooks}', '0') where id = ${due.event_id}`
  })
  return true
}

async function send(target: WebhookTarget, body: string, signature: string): Promise<boolean> {
  try {
    if ('deliver' in target) return await target.deliver(body, signature)
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // an unreachable receiver is no error here, because the retries handle it
    return false
  }
}

/** Returns Stripe's signature header, dated by the injected clock. */
function signatureOf(body: string, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${mac}`
}

function listEvents({ session, params }: Call): Promise<object> {
  const { tx, at } = session
  const delivered = readChoice(params, 'delivery_success', ['true', 'false'])
  const types = readWords(params, 'types')
  const ofTypes = types.length > 0 ? tx`and body ->> 'type' = any(${types})` : tx``
  const taken = tx`(select delivered_at is not null from stand_in.delivery where event_id = o.id)`
  const byDelivery = delivered ? tx`and ${taken} = ${delivered === 'true'}` : tx``
  const also = tx`and (body ->> 'created')::bigint > ${at - EVENT_LIFE_S} ${ofTypes} ${byDelivery}`
  return listObjects(session, { kind: 'event', params, filters: ['type'], also })
}

const EVENT_PARAMS = [...PAGE_PARAMS, 'delivery_success', 'type', 'types'] as const

/**
 * The routes for events of the last 30 days; `delivery_success=false` finds those whose webhook was never accepted.
 */
export const eventRoutes: Route[] = [
  retrieveRoute('event'),
  { method: 'get', path: '/events', accepts: EVENT_PARAMS, run: listEvents },
]
