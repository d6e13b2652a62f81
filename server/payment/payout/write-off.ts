import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { eachAlone } from '../../each-alone.ts'
import { type TxContext, transact } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { onItsWayCents } from './deduct.ts'
import { isErased, lockPayoutsOf } from './store.ts'
import { isCompared } from './take-in-transfer.ts'

/**
 * Books as our loss what an erased athlete owes and nobody can recover, and books it back as far as money
 * of theirs comes in after all. Not lost is what their transfers are being asked for, and what a payout that is not
 * paid yet may still be reduced by. Does nothing for anybody who was not erased, and changes nothing when run again.
 */
export async function writeOff(work: TxContext, personId: string): Promise<void> {
  const { tx, context } = work
  if (!(await isErased(tx, personId))) return
  await lockPayoutsOf(tx, personId)
  const { debtCents, writtenOffCents, orderedCents } = await standingOf(tx, personId)
  const open = orderedCents + (await onItsWayCents(tx, personId))
  const lostCents = Math.max(0, debtCents + writtenOffCents - open)
  const cents = lostCents - writtenOffCents
  if (cents === 0) return
  await postToLedger(work, {
    kind: cents > 0 ? 'written-off' : 'written-off-back',
    source: context.random.id(),
    questionId: null,
    lines: [
      { account: 'platform_revenue', cents },
      { account: 'athlete_payable', personId, cents: -cents },
    ],
  })
}

/**
 * What an athlete owes by the books, negative where they are owed; what of their debts is written off; and how much of
 * their payouts is ordered and not paid, in cents.
 */
type Standing = { debtCents: number; writtenOffCents: number; orderedCents: number }

async function standingOf(tx: Tx, personId: string): Promise<Standing> {
  const [standing] = await tx<Standing[]>`
    select coalesce(sum(e.amount_cents) filter (where e.account = 'athlete_payable'), 0)::bigint as "debtCents",
      coalesce(-sum(e.amount_cents) filter (where e.account = 'athlete_payable' and t.kind like 'written-off%'), 0)::bigint as "writtenOffCents",
      coalesce(-sum(e.amount_cents) filter (where e.account = 'payout_clearing'), 0)::bigint as "orderedCents"
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.person_id = ${personId}`
  return standing ?? { debtCents: 0, writtenOffCents: 0, orderedCents: 0 }
}

/**
 * Does it for every erased athlete who owes something or is owed something, as after a payout that was on its way.
 * After a restored backup it waits for the first comparison, because payments may be missing until then.
 */
export async function sweepDebts(context: Context): Promise<void> {
  if (!(await isCompared(context.sql))) return
  const found = await context.sql<{ personId: string }[]>`
    select person_id as "personId" from ledger_entry e where account = 'athlete_payable'
      and exists (select from leaving l where l.person_id = e.person_id and l.erased_at is not null)
    group by person_id having sum(amount_cents) <> 0 order by person_id`
  await eachAlone(found, ({ personId }) => transact(context, (inside) => writeOff(inside, personId)))
}
