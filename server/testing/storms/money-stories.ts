import type { Context } from '../../context.ts'
import type { FaultPoint } from '../../fault.ts'
import { linkHash } from '../../notify/private-link.ts'
import { captureHold } from '../../payment/capture.ts'
import { ensureIntent, refreshHold } from '../../payment/hold.ts'
import type { Order } from '../../payment/operation/operation-handler.ts'
import { findIntended } from '../../payment/operation/operations.ts'
import { runOperation } from '../../payment/operation/run.ts'
import { orderRefund } from '../../payment/refunds-and-disputes/order-refund.ts'
import { releaseHold } from '../../payment/release.ts'
import { openTipOnline } from '../../payment/tip/give-tip.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { asked, confirmCard, delivered, opened } from '../payments/asks.ts'
import { type Bench, Crash } from '../payments/bench.ts'
import { SIGNED_IN } from '../shown.ts'

const OF_HOLDS = ['held', 'declined', 'left', 'taken back', 'captured', 'released'] as const
const OF_TIPS = ['tipped', 'tip declined', 'tip refunded', 'tip disputed'] as const
const OF_RETURNS = ['refunded', 'refunded there', 'disputed', 'lost', 'won'] as const

/** What may happen to a card at the provider: to a hold, to a tip, and to what was charged for an answer. */
const PLOTS = [...OF_HOLDS, ...OF_TIPS, ...OF_RETURNS] as const
export type Plot = (typeof PLOTS)[number]

/** One payment and its plot; `paymentId` is the id of its hold or tip. */
export type Told = { plot: Plot; askId: string; paymentId: string }

/** `heard` has each event handled before the next thing happens; in a storm it does nothing. */
type Teller = { bench: Bench; heard(): Promise<void> }

/** Plays one payment at the provider; no event of it is handled here except through `heard`. */
export function tell(teller: Teller, n: number): Promise<Told> {
  const plot = PLOTS[n % PLOTS.length] ?? 'held'
  const isOf = (plots: readonly Plot[]) => plots.includes(plot)
  return isOf(OF_TIPS)
    ? tellTip(teller, plot, n)
    : isOf(OF_RETURNS)
      ? tellReturn(teller, plot, n)
      : tellHold(teller, plot, n)
}

async function tellHold({ bench, heard }: Teller, plot: Plot, n: number): Promise<Told> {
  const amountCents = 1_000 + n
  const hold = await opened(bench, amountCents)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  const { clientSecret, paymentIntentId } = intent.value
  if (plot !== 'left') await confirmCard(bench, clientSecret, plot === 'declined' ? DECLINED : undefined)
  await heard()
  if (plot === 'taken back') await bench.payments.cancel(paymentIntentId, 'abandoned', `taken back ${n}`)
  if (plot === 'captured') await capture(bench, { ...hold, amountCents })
  if (plot === 'released') {
    await refreshHold(bench.context, hold.holdId)
    await transact(bench.context, (inside) => releaseHold(inside, hold.holdId, 'rejected'))
    await carryOut(bench, { subjectId: hold.holdId, kind: 'release' })
  }
  await heard()
  return { plot, askId: hold.askId, paymentId: hold.holdId }
}

/** Plays a tip. Only its card pays it, so the server learns of it only from an event, even that of its refund. */
async function tellTip({ bench, heard }: Teller, plot: Plot, n: number): Promise<Told> {
  const [askId, tipId] = [bench.context.random.id(), bench.context.random.id()]
  const token = String(n).padStart(43, 'L')
  await asked(bench, { askId }, { amountCents: 0 })
  await bench.sql`
    update question set status = 'completed', hold_state = 'none', link_hash = ${linkHash(token)}, settled_at = app_now()
    where id = ${askId}`
  await delivered(bench, askId)
  const facts = { amount: 1_000 + n, currency: 'usd', capture_method: 'automatic' } as const
  const made = await openTipOnline(bench.context, SIGNED_IN, { ...facts, tipId, token })
  if (!made.ok) throw new Error(made.refusal.code)
  await confirmCard(bench, made.value.clientSecret, plot === 'tip declined' ? DECLINED : undefined)
  await heard()
  const outside = async (act: 'refund' | 'dispute') =>
    bench.standIn.outside({ act, chargeId: await chargeOf(bench, tipId), amountCents: 500 })
  if (plot === 'tip refunded') await outside('refund')
  if (plot === 'tip disputed') await outside('dispute')
  await heard()
  return { plot, askId, paymentId: tipId }
}

/** Plays a return of a captured payment. Unless the desk refunds, the capturing process stops before recording it. */
async function tellReturn({ bench, heard }: Teller, plot: Plot, n: number): Promise<Told> {
  const amountCents = 1_000 + n
  const hold = await opened(bench, amountCents)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  await confirmCard(bench, intent.value.clientSecret)
  await heard()
  // The desk can refund only a payment that is known to be captured.
  await capture(bench, { ...hold, amountCents }, plot === 'refunded' ? undefined : 'capture.after-stripe')
  await heard()
  const chargeId = await chargeOf(bench, hold.holdId)
  const back = Math.floor(amountCents / 3)
  if (plot === 'refunded') await refundByDesk(bench, hold.holdId, back)
  else if (plot === 'refunded there')
    await bench.standIn.outside({ act: 'refund', chargeId, amountCents: back })
  else await dispute({ bench, heard }, chargeId, plot)
  await heard()
  return { plot, askId: hold.askId, paymentId: hold.holdId }
}

async function capture(
  bench: Bench,
  { amountCents, ...hold }: { askId: string; holdId: string; amountCents: number },
  stopsAt?: FaultPoint,
): Promise<void> {
  await refreshHold(bench.context, hold.holdId)
  await asked(bench, hold, { amountCents })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await carryOut(bench, { subjectId: hold.holdId, kind: 'capture' }, stopsAt)
}

/** Orders a refund as an admin; the process stops before it records the provider's answer. */
async function refundByDesk(bench: Bench, paymentId: string, amountCents: number): Promise<void> {
  const refundId = bench.context.random.id()
  const [admin] = await bench.sql<{ id: string }[]>`select id from person where role = 'admin'`
  if (!admin) throw new Error('there is nobody at the desk')
  const caller = { personId: admin.id, role: 'admin', guestId: null, sessionId: null } as const
  const call = { refundId, paymentId, amountCents, reason: 'goodwill' } as const
  const ordered = await transactOrRefuse(bench.context, (inside) => orderRefund(inside, caller, call))
  if (!ordered.ok) throw new Error(ordered.refusal.code)
  await carryOut(bench, { subjectId: refundId, kind: 'refund' }, 'refund.after-stripe')
}

async function dispute({ bench, heard }: Teller, chargeId: string, plot: Plot): Promise<void> {
  const { id } = await bench.standIn.outside({ act: 'dispute', chargeId })
  if (id === null) throw new Error('a dispute has no id')
  await heard()
  if (plot === 'lost' || plot === 'won')
    await bench.standIn.outside({ act: 'decide', disputeId: id, status: plot })
}

/** Runs an operation at once, in a process that may stop on the way, so that only events are left for the storm. */
async function carryOut(
  bench: Bench,
  { subjectId, kind }: { subjectId: string; kind: Order['kind'] },
  stopsAt?: FaultPoint,
): Promise<void> {
  const operationId = await findIntended(bench.sql, subjectId, kind)
  if (!operationId) throw new Error(`no ${kind} was ordered`)
  const fault: Context['fault'] = async (point) => {
    if (point === stopsAt) throw new Crash(point)
  }
  const run = runOperation({ ...bench.context, fault }, operationId)
  await (stopsAt ? run.catch(onlyCrash) : run)
}

function onlyCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}

const DECLINED = '4000000000000002'

/** Returns the provider's charge for a payment, which the server may not know yet. */
async function chargeOf({ sql }: Bench, paymentId: string): Promise<string> {
  const [charge] = await sql<{ id: string }[]>`
    select c.id from stand_in.object c join stand_in.object i on i.id = c.body ->> 'payment_intent'
    where c.object = 'charge' and ${paymentId} in (i.body #>> '{metadata,holdId}', i.body #>> '{metadata,tipId}')`
  if (!charge) throw new Error(`nothing was taken for ${paymentId}`)
  return charge.id
}
