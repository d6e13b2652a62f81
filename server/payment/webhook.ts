import type { Context } from '../context.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { transact } from '../transact.ts'
import { refreshAccount } from './connect/connect.ts'
import { accountOfProvider } from './connect/store.ts'
import { countDecline } from './count-decline.ts'
import { refreshHold } from './hold.ts'
import { refreshReversals } from './payout/apply-reversal.ts'
import { refreshReturns } from './refunds-and-disputes/refresh-returns.ts'
import { holdOfIntent } from './store.ts'
import { refreshTip } from './tip/apply-tip.ts'
import { tipOfIntent } from './tip/store.ts'

/**
 * Receives a signed event from Stripe. Stores it once by its id, together with its job, so that a 200 guarantees it
 * will be handled. Returns 400 for an event that was not signed with a secret of ours or is too old. An event of the
 * other mode is taken and not stored, because a live endpoint for connected accounts is sent test events too.
 */
export async function receiveWebhook(
  context: Context,
  body: string,
  signature: string,
): Promise<{ status: 200 | 400 }> {
  const event = context.payments.constructEvent(body, signature, await context.clock.now())
  if (!event) {
    const why = 'not signed by Stripe, or too old'
    context.log.warn({ bytes: body.length, why }, 'payments: a webhook was refused')
    return { status: 400 }
  }
  if (event.live !== context.payments.live) {
    context.log.info({ type: event.type }, 'payments: an event of the other mode was left alone')
    return { status: 200 }
  }
  await transact(context, async (inside) => {
    const [fresh] = await inside.tx`
      insert into stripe_event (id, type, object_id) values (${event.id}, ${event.type}, ${event.objectId})
      on conflict do nothing returning id`
    if (!fresh) return
    if (event.type === 'payment_intent.payment_failed') await countDecline(inside, event.objectId)
    await enqueue(inside, 'stripe.event', { data: { eventId: event.id }, singletonKey: event.id })
  })
  await context.fault('webhook.after-stored')
  return { status: 200 }
}

/** Asks Stripe about the object of an event. The content and the time of the event do not matter. */
export async function handleStripeEvent(context: Context, eventId: string): Promise<void> {
  const [event] = await context.sql<{ objectId: string; type: string }[]>`
    select object_id as "objectId", type from stripe_event where id = ${eventId} and handled_at is null`
  if (!event) return
  const hold = await holdOfIntent(context.sql, event.objectId)
  if (hold) await refreshHold(context, hold.id)
  const tip = await tipOfIntent(context.sql, event.objectId)
  if (tip) await refreshTip(context, tip.id)
  // `account.updated`, `account.application.deauthorized` and the like
  const account = event.type.startsWith('account.') && (await accountOfProvider(context.sql, event.objectId))
  if (account) await refreshAccount(context, account)
  if (event.type === 'transfer.reversed') await refreshReversals(context, event.objectId)
  const paid = hold ?? tip
  // news of a refund or dispute may arrive before the payment itself is known; then the event stays open and is
  // handled again
  if (
    paid &&
    OF_RETURNS.test(event.type) &&
    !(await refreshReturns(context, paid.id)) &&
    (await isPaying(context, paid.id))
  )
    return
  await transact(
    context,
    ({ tx }) => tx`update stripe_event set handled_at = app_now() where id = ${eventId}`,
  )
}

/** The types of events about refunds and disputes. */
const OF_RETURNS = /^(charge\.(refund|dispute)|refund\.)/

async function isPaying({ sql }: Context, id: string): Promise<boolean> {
  const [row] = await sql`
    select from hold where id = ${id} and state in ('held', 'capturing')
    union all select from tip where id = ${id} and state in ('pending', 'releasing')`
  return row !== undefined
}

/** Gives every unhandled event a new job, for as long as Stripe itself keeps events. */
export async function sweepEvents(context: Context): Promise<void> {
  const rows = await context.sql<{ id: string }[]>`
    select id from stripe_event where handled_at is null
      and received_at between app_now() - interval '30 days' and app_now() - interval '1 minute'
    order by received_at limit 500`
  if (rows.length === 0) return
  await transact(context, async (inside) => {
    for (const { id } of rows)
      await enqueue(inside, 'stripe.event', { data: { eventId: id }, singletonKey: id })
  })
}
