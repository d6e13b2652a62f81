import type { Figure } from '../../../sync/desk/books.ts'
import type { Queryable } from '../../db/sql.ts'
import { creditNoteNumber, receiptNumber } from './number-papers.ts'

/**
 * Every ledger entry, once for each figure that it is part of, with its part in cents. Every sum on a screen, in a
 * table or in a PDF comes from here. A FROM fragment with the alias `part`.
 */
export function parts(sql: Queryable) {
  return sql`
    (select e.id, e.account, t.id as "transactionId", t.at, t.kind, t.source, t.charge_id as "chargeId",
      t.question_id as "questionId", who."athleteId", f.figure, f.cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    cross join lateral (select ${athleteOf(sql)} as "athleteId") who
    cross join lateral (values
      ('captured', case when e.account = 'stripe_balance' and t.kind = 'capture' and e.amount_cents > 0 then e.amount_cents end),
      ('tips', case when e.account = 'stripe_balance' and t.kind = 'tip' and e.amount_cents > 0 then e.amount_cents end),
      ('refunds', case when e.account = 'stripe_balance' and t.kind in ('refund', 'refund-failed') then e.amount_cents end),
      ('refundsByHand', case when e.account = 'company_bank' and t.kind = 'refund-by-hand' then e.amount_cents end),
      ('disputes', case when e.account = 'disputed' and t.kind in ('dispute', 'dispute-reinstated') then -e.amount_cents end),
      ('fees', case when e.account = 'stripe_balance' and t.kind in ('capture', 'tip') and e.amount_cents < 0 then e.amount_cents
        when e.account = 'dispute_fees' or e.account = 'stripe_fees' and t.kind <> 'capture' then -e.amount_cents end),
      -- what is withheld of a tip stands in the books less what its card cost
      ('share', case when e.account in ('platform_revenue', 'fee_variance')
        or e.account = 'stripe_balance' and t.kind = 'tip' and e.amount_cents < 0 then -e.amount_cents end),
      ('earned', case when e.account = 'athlete_payable' and t.kind not like 'payout%' and t.kind not like 'written-off%'
        then -e.amount_cents end),
      ('writtenOff', case when e.account = 'athlete_payable' and t.kind like 'written-off%' then -e.amount_cents end),
      ('transferred', case when e.account = 'stripe_balance' and t.kind in ('transfer', 'payout-reversed') then e.amount_cents end),
      ('paidByHand', case when e.account = 'company_bank' and t.kind in ('paid-by-hand', 'payout-returned') then e.amount_cents end),
      ('topUps', case when e.account = 'company_bank' and t.kind = 'top-up' then -e.amount_cents end),
      ('bankPayouts', case when e.account = 'company_bank' and t.kind = 'bank-payout' then -e.amount_cents end),
      ('owed', case when e.account = 'athlete_payable' then -e.amount_cents end),
      ('onItsWay', case when e.account = 'payout_clearing' then -e.amount_cents end),
      ('inDispute', case when e.account = 'disputed' then e.amount_cents end),
      ('balance', case when e.account = 'stripe_balance' then e.amount_cents end)
    ) f (figure, cents) where f.cents is not null) part`
}

/** The athlete of a booking `t`: the athlete of its question, or else the person that its entries name. */
export const athleteOf = (sql: Queryable) => sql`coalesce(
  (select q.athlete_id from question q where q.id = t.question_id),
  (select o.person_id from ledger_entry o where o.transaction_id = t.id and o.person_id is not null order by o.id limit 1))`

/** The account whose entries add up to each standing figure. */
export const ACCOUNT_OF = {
  owed: 'athlete_payable',
  onItsWay: 'payout_clearing',
  inDispute: 'disputed',
  balance: 'stripe_balance',
} as const satisfies Partial<Record<Figure, string>>

/**
 * Columns with the subject of a question `q` and the names of its fan and its athlete `a`. The fan's name is null
 * after an erasure.
 */
export const nameColumns = (sql: Queryable) => sql`
  q.subject, nullif(trim(concat_ws(' ', q.asker ->> 'firstName', q.asker ->> 'lastName')), '') as fan,
  case when a.id is not null then jsonb_build_object('id', a.id, 'username', a.username,
    'name', a.first_name || ' ' || a.last_name) end as athlete`

/** Columns with the numbers of a receipt `r` and a credit note `n`. */
export const paperColumns = (sql: Queryable) =>
  sql`${receiptNumber(sql)} as receipt, ${creditNoteNumber(sql)} as "creditNote"`

/** The joins that `nameColumns` and `paperColumns` need beside a `part`. */
export const nameTables = (sql: Queryable) => sql`
  left join question q on q.id = part."questionId" left join person a on a.id = part."athleteId"
  left join receipt r on r.charge_id = coalesce(part."chargeId", part.source)
  left join credit_note n on n.transaction_id = part."transactionId"`
