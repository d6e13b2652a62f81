import type { Caller } from '../../../sync/roles.ts'
import type { Sql } from '../../db/sql.ts'
import { linkHash } from '../../notify/private-link.ts'
import { captureHold } from '../../payment/capture.ts'
import { orderPayouts } from '../../payment/payout/order-payouts.ts'
import { orderRefund } from '../../payment/refunds-and-disputes/order-refund.ts'
import { openTipOnline } from '../../payment/tip/give-tip.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { setClock } from '../clock.ts'
import { asked, confirmCard, delivered, held } from '../payments/asks.ts'
import { type Bench, openBench, quiesce } from '../payments/bench.ts'
import { SIGNED_IN } from '../shown.ts'
import { onPage, untilDue } from './bench.ts'

/** A payment, and the private link of the question it is for. */
export type Paid = { paymentId: string; askId: string; athleteId: string; chargeId: string; token: string }

export type BookedMonth = {
  bench: Bench
  payments: Record<'big' | 'small' | 'tip' | 'lost' | 'won' | 'open', Paid>
}

/**
 * Books a January 2027 with everything in it: answers, a tip, a free question, refunds, disputes that were lost,
 * were won and are open, a payout that is taken back, and the provider's own movements.
 */
export async function bookedMonth(sql: Sql): Promise<BookedMonth> {
  const id = crypto.randomUUID()
  await sql`insert into person (id, role, first_name, last_name, email) values (${id}, 'admin', 'A', 'B', 'a@t.test')`
  const admin = { personId: id, role: 'admin', guestId: null } as Caller
  const bench = await openBench(sql)
  await setClock(sql, new Date('2027-01-05T09:00:00Z'))
  await outside(bench, { act: 'top-up', amountCents: 50_000 })
  const [big, small] = [
    await paidAnswer(bench, 25_000, { firstName: 'Åsa', lastName: '=HYPERLINK("x")' }),
    await paidAnswer(bench, 2_503, { firstName: 'Kim', lastName: 'Lee, Jr.' }),
  ]
  const tip = await paidTip(bench, small, 1_001)
  await asked(bench, { askId: bench.context.random.id() }, { amountCents: 0 })
  await onPage(bench, big.athleteId, 'finish')
  const [lost, won, open] = [
    await paidAnswer(bench, 4_000),
    await paidAnswer(bench, 3_000),
    await paidAnswer(bench, 2_000),
  ]
  await refund(bench, small, { admin, amountCents: 1_000 })
  await untilDue(bench)
  await orderPayouts(bench.context)
  await quiesce(bench)
  for (const { chargeId } of [lost, won, open]) await outside(bench, { act: 'dispute', chargeId })
  const disputes = await sql<{ id: string; charge: string }[]>`
    select id, body ->> 'charge' as charge from stand_in.object where object = 'dispute'`
  for (const [{ chargeId }, status] of [
    [lost, 'lost'],
    [won, 'won'],
  ] as const)
    await outside(bench, {
      act: 'decide',
      disputeId: disputes.find(({ charge }) => charge === chargeId)?.id ?? '',
      status,
    })
  // This refund comes after the athlete's share was transferred, so the share is taken back.
  await refund(bench, big, { admin, amountCents: 25_000 })
  await outside(bench, { act: 'bank-payout', amountCents: 10_000, feeCents: 100 })
  const { id: failed } = await outside(bench, { act: 'bank-payout', amountCents: 3_000 })
  await outside(bench, { act: 'fail-bank-payout', payoutId: failed ?? '' })
  await outside(bench, { act: 'charge-fee', amountCents: 250 })
  return { bench, payments: { big, small, tip, lost, won, open } }
}

/** Does something at the provider from outside the app, and lets the server hear of it. */
export async function outside(bench: Bench, act: Parameters<Bench['standIn']['outside']>[0]) {
  const done = await bench.standIn.outside(act)
  await quiesce(bench)
  return done
}

/** Makes a paid answer for a fan with this name. */
export async function paidAnswer(
  bench: Bench,
  amountCents: number,
  { firstName = 'Fan', lastName = 'Of Theirs' } = {},
): Promise<Paid> {
  const { sql } = bench
  const hold = await held(bench, { amountCents })
  const { athleteId } = await asked(bench, hold, { amountCents })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  const token = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'L')
  const asker = { firstName, lastName, email: 'fan@t.test' }
  await sql`
    update question set status = 'completed', settled_at = app_now(), asker = ${sql.json(asker)}, subject = '+1 on my catch',
      link_hash = ${linkHash(token)} where id = ${hold.askId}`
  await sql`update person set country_code = 'NO' where id = ${athleteId}`
  return {
    askId: hold.askId,
    athleteId,
    paymentId: hold.holdId,
    chargeId: await chargeOf(bench, hold.holdId),
    token,
  }
}

/** Pays a tip for the answer to this question. */
export async function paidTip(bench: Bench, of: Paid, amount: number): Promise<Paid> {
  await delivered(bench, of.askId)
  const tipId = crypto.randomUUID()
  const facts = { amount, currency: 'usd', capture_method: 'automatic', tipId, token: of.token } as const
  const made = await openTipOnline(bench.context, SIGNED_IN, facts)
  await confirmCard(bench, made.ok ? made.value.clientSecret : '')
  await quiesce(bench)
  return { ...of, paymentId: tipId, chargeId: await chargeOf(bench, tipId) }
}

/** Returns the provider's charge id of a payment. */
export async function chargeOf({ sql }: Bench, id: string): Promise<string> {
  const [row] = await sql<{ charge: string }[]>`
    select charge_id as charge from hold where id = ${id} union all select charge_id from tip where id = ${id}`
  return row?.charge ?? ''
}

type Asked = { admin: Caller; amountCents: number }

/** Refunds part of a payment. */
export async function refund(
  bench: Bench,
  { paymentId }: Paid,
  { admin, amountCents }: Asked,
): Promise<void> {
  const call = { refundId: crypto.randomUUID(), paymentId, amountCents, reason: 'mistake' } as const
  const ordered = await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admin, call))
  if (!ordered.ok) throw new Error(ordered.refusal.code)
  await quiesce(bench)
}
