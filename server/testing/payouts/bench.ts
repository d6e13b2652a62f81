import type { Period } from '../../../sync/payment/payout.ts'
import { openAccountLink } from '../../payment/connect/connect.ts'
import { recordCapture } from '../../payment/ledger.ts'
import { bookReturn } from '../../payment/refunds-and-disputes/book-return.ts'
import { transact } from '../../transact.ts'
import { setClock } from '../clock.ts'
import type { Bench } from '../payments/bench.ts'
import { nextPayday } from './payday.ts'

/** Inserts an athlete, and plays the given outcome on the provider's set-up page. */
export async function newAthlete(
  bench: Bench,
  { country = 'NO', account = null as string | null, handle = null as string | null } = {},
): Promise<string> {
  const { context, sql } = bench
  const id = context.random.id()
  await sql`
    insert into person (id, role, first_name, last_name, email, country_code, payout_handle)
    values (${id}, 'creator', 'A', 'B', ${`${id}@example.test`}, ${country}, ${handle})`
  if (account) await onPage(bench, id, account)
  return id
}

/** Plays what an athlete does on the provider's page, and records the outcome in the database. */
export async function onPage({ context, standIn, sql }: Bench, personId: string, outcome: string) {
  const caller = { role: 'creator', personId, guestId: null, sessionId: null } as const
  const link = await openAccountLink(context, caller, 'http://localhost:3000')
  if (!link.ok) throw new Error(link.refusal.code)
  const form = { method: 'POST', body: new URLSearchParams({ outcome }) }
  await standIn.connect.request(`/${link.value.url.split('/').at(-1)}`, form)
  await standIn.settled()
  const states: Record<string, string> = {
    finish: 'ready',
    restrict: 'restricted',
    disconnect: 'disconnected',
  }
  await sql`
    update payout_account set state = ${states[outcome] ?? 'unfinished'} where person_id = ${personId} and state <> 'disconnected'`
}

/** Inserts a paid question whose share for the athlete is `cents`, at the provider as in the ledger. */
export async function earn(
  { context, sql }: Pick<Bench, 'context' | 'sql'>,
  athleteId: string,
  cents: number,
): Promise<void> {
  const amountCents = Math.round(cents * 1.25)
  const [holdId, questionId, chargeId] = [
    context.random.id(),
    context.random.id(),
    `ch_${context.random.id()}`,
  ]
  await sql`
    insert into hold (id, ask_id, principal, amount_cents, state, payment_intent_id, charge_id, capture_before)
    values (${holdId}, ${questionId}, 'guest:1', ${amountCents}, 'captured', ${`pi_${holdId}`}, ${chargeId}, app_now())`
  const body = {
    id: `txn_${holdId}`,
    type: 'charge',
    source: chargeId,
    net: amountCents,
    fee: 0,
    currency: 'usd',
  }
  await sql`
    insert into stand_in.object (id, object, body)
    select ${body.id}, 'balance_transaction', ${sql.json({ object: 'balance_transaction', ...body })}
      || jsonb_build_object('created', s, 'available_on', s + 172800) from (select extract(epoch from app_now())::bigint as s) now`
  await transact(context, (inside) =>
    recordCapture(inside, { questionId, athleteId, amountCents, chargeId, feeCents: 0 }),
  )
}

/** Books a refund of part of one of the athlete's payments, by default the newest. */
export async function giveBack(
  { context, sql }: Bench,
  athleteId: string,
  cents: number,
  of: 'newest' | 'oldest' = 'newest',
): Promise<void> {
  const [paid] = await sql<{ chargeId: string; questionId: string; paidCents: number }[]>`
    select t.source as "chargeId", t.question_id as "questionId", h.amount_cents as "paidCents"
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join hold h on h.charge_id = t.source
    where t.kind = 'capture' and e.person_id = ${athleteId}
    order by case when ${of === 'newest'} then -e.id else e.id end limit 1`
  if (!paid) throw new Error('nothing was paid')
  const source = `re_${context.random.id()}`
  const payment = { ...paid, id: source, of: 'answer', athleteId } as const
  await transact(context, (inside) => bookReturn(inside, payment, { kind: 'refund', source, cents }))
}

/** Returns the period for which an athlete who earns now is paid, and when that payout is due. */
export async function nextPeriod({ context }: Bench, kind: Period['kind'] = 'fortnight') {
  return nextPayday((await context.clock.now()).getTime(), kind)
}

/** Moves the clock to the time when the next payouts are due. */
export async function untilDue(bench: Bench, kind: Period['kind'] = 'fortnight') {
  const period = await nextPeriod(bench, kind)
  await setClock(bench.sql, new Date(period.dueAt))
  return period
}
