import { createHmac } from 'node:crypto'
import type { Discount } from '../../../sync/payment/discount.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'

/** A code that may be used now, and its discount. */
export type UsableDiscount = { codeId: string; discount: Discount }

/**
 * How many codes an address may name in an hour, over all calls; the networks around it may name a multiple. The
 * limit makes guessing slow.
 */
export const CODE_GUESSES = { max: 60, windowS: 3_600 }

type NewCode = Discount & {
  code: string
  label: string
  maxUses?: number
  maxUsesEach?: number | null
  expiresAt?: Date
}

/**
 * Creates a discount code and returns its id. Only a keyed hash is stored, so that a copy of the table reveals no
 * code (D27, D28).
 */
export async function createDiscountCode(
  { context, tx }: TxContext,
  { code, label, off, value, maxUses, maxUsesEach = 1, expiresAt }: NewCode,
): Promise<string> {
  const id = context.random.id()
  await tx`
    insert into discount_code (id, code_hash, label, percent_off, cents_off, max_uses, max_uses_each, expires_at)
    values (${id}, ${hashCode(context, code)}, ${label}, ${off === 'percent' ? value : null},
      ${off === 'cents' ? value : null}, ${maxUses ?? null}, ${maxUsesEach}, ${expiresAt ?? null})`
  return id
}

/** Returns whether a code was ever given out, even if it has ended since. */
export async function isKnownCode({ context, tx }: TxContext, code: string): Promise<boolean> {
  const [known] = await tx`select from discount_code where code_hash = any (${hashesOf(context, code)})`
  return known !== undefined
}

/** Counts the uses of each code. */
export async function countUses(sql: Queryable): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; used: number }[]>`
    select a.discount_code_id as id, count(*)::int as used from prepared_ask a left join question q on q.id = a.id
    where a.discount_code_id is not null and ${isCounted(sql)} group by 1`
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/**
 * Finds the discount of a code, ignoring case. Refuses `discount-invalid` for an unknown code (S2-5.36), and
 * `discount-over` for one that expired or was ended.
 */
export async function findDiscount(
  { context, tx }: TxContext,
  code: string,
): Promise<Result<UsableDiscount>> {
  const [row] = await tx<(Discount & { id: string; isOver: boolean })[]>`
    select c.id, case when percent_off is null then 'cents' else 'percent' end as off,
      coalesce(percent_off, cents_off) as value,
      ended_at is not null or coalesce(expires_at <= app_now(), false) as "isOver"
    from discount_code c where code_hash = any (${hashesOf(context, code)}) order by "isOver" limit 1`
  if (!row) return refuse('discount-invalid')
  if (row.isOver) return refuse('discount-over')
  return done({ codeId: row.id, discount: { off: row.off, value: row.value } })
}

/**
 * A use of a code. Uses count together by `principal`: an account, or the browser of a guest. Typed details such as
 * an email address do not identify anybody.
 */
type Use = { codeId: string; askId: string; principal: string }

/**
 * Checks whether one more ask may use a code. Locks the code, so that only one of two asks gets the last use (D27).
 * The caller records the use in the same transaction, as the code's id on the ask. Refuses `discount-over` when all
 * uses are taken, and `discount-used` when the principal's own uses are.
 */
export async function checkUses({ tx }: TxContext, { codeId, askId, principal }: Use): Promise<Result<true>> {
  const [code] = await tx<{ maxUses: number | null; maxUsesEach: number | null }[]>`
    select max_uses as "maxUses", max_uses_each as "maxUsesEach" from discount_code where id = ${codeId} for update`
  const [uses] = await tx<{ all: number; own: number }[]>`
    select count(*)::int as all, count(*) filter (where a.principal = ${principal})::int as own
    from prepared_ask a left join question q on q.id = a.id
    where a.discount_code_id = ${codeId} and a.id <> ${askId} and ${isCounted(tx)}`
  if (!code || !uses) throw new InternalError(`there is no discount code ${codeId}`)
  const isLeft = (most: number | null, used: number) => most === null || used < most
  if (!isLeft(code.maxUsesEach, uses.own)) return refuse('discount-used')
  return isLeft(code.maxUses, uses.all) ? done(true) : refuse('discount-over')
}

/** How long a use is kept for an ask that is not submitted: longer than anybody types a card. */
const RESERVED_MS = 20 * 60_000

/**
 * Whether the use of a code by an ask counts. It counts while its question may still be answered, and for good once
 * it was answered, whatever status the team gave it later; but not where the answer was given for free after the
 * question had ended: the code took nothing off. Before that, it counts while the ask is wanted, while its card is
 * held, and for a while after the ask was first prepared: preparing it again costs nothing and must not keep others
 * from the code. Submitting it later takes a use again, or the ask is released.
 */
const isCounted = (sql: Queryable) => sql`
  (a.state = 'asked' and coalesce(
      (select bool_or(not n.gift) from answer n where n.question_id = q.id and n.state = 'delivered'),
      q.status not in ('rejected', 'athlete rejected'))
    or a.state = 'open' and (a.wanted_at is not null
      or a.created_at > app_now() - ${RESERVED_MS} * interval '1 millisecond'
      or exists (select from hold h where h.ask_id = a.id and h.state = 'held')))`

/** Hashes a code without regard to case, because people read codes off posters and type them on phones. */
function hashCode({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  return hashExactly({ secrets }, code.toLowerCase())
}

/** Returns the hashes a code may be stored under: the current one, and the older one that kept the case. */
function hashesOf(context: Pick<Context, 'secrets'>, code: string): string[] {
  return [hashCode(context, code), hashExactly(context, code)]
}

function hashExactly({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  return createHmac('sha256', secrets.discountCode).update(code.trim().normalize('NFC')).digest('base64url')
}
