import { createHmac } from 'node:crypto'
import { ABANDONED_ASK_MS } from '../../../sync/limits.ts'
import type { Discount } from '../../../sync/payment/discount.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'

/** A code that may be used now, and what it takes off. */
export type UsableDiscount = { codeId: string; discount: Discount }

/** How often an address may name a code in an hour, wherever, and the networks around it a few times as often: guessing is slow work. */
export const CODE_GUESSES = { max: 60, windowS: 3_600 }

type NewCode = Discount & {
  code: string
  label: string
  maxUses?: number
  maxUsesEach?: number | null
  expiresAt?: Date
}

/** Makes a code. Only its hash is kept, under a key of the server's: a copy of the table names no code (D27, D28). */
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

/** Whether a code was given out before, whatever became of it. */
export async function isKnownCode({ context, tx }: TxContext, code: string): Promise<boolean> {
  const [known] = await tx`select from discount_code where code_hash = any (${hashesOf(context, code)})`
  return known !== undefined
}

/** How often each code counts as used. */
export async function countUses(sql: Queryable): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; used: number }[]>`
    select a.discount_code_id as id, count(*)::int as used from prepared_ask a left join question q on q.id = a.id
    where a.discount_code_id is not null and ${isCounted(sql)} group by 1`
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/**
 * What a code is worth, in whichever capitals it is typed. Refuses `discount-invalid` for one that nobody made (S2-5.36),
 * `discount-over` for one whose time is over or that was ended.
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

/** Whose uses count together: an account's, or those of a guest's browser. What is only typed tells of nobody's. */
type Use = { codeId: string; askId: string; principal: string }

/**
 * Whether one more ask may use a code, decided under the code's lock, so that of two who want the last use one gets
 * it (D27). The use itself is the code's id on the ask, written in the same transaction. Refuses `discount-over`
 * where all uses are taken, `discount-used` where theirs are.
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

/**
 * A use counts while its question may still be answered or was; while its ask is wanted, or its card may be or is
 * held; and for as long after the ask was last prepared as an abandoned one is kept. Then it is given back.
 */
const isCounted = (sql: Queryable) => sql`
  (a.state = 'asked' and q.status not in ('rejected', 'athlete rejected')
    or a.state = 'open' and (a.wanted_at is not null
      or a.updated_at > app_now() - ${ABANDONED_ASK_MS} * interval '1 millisecond'
      or exists (select from hold h where h.ask_id = a.id and h.state in ('pending', 'held'))))`

/** Codes are read off posters and typed on phones: capitals say nothing. */
function hashCode({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  return hashExactly({ secrets }, code.toLowerCase())
}

/** The code as it is hashed now, and as codes were that were made while capitals counted. */
function hashesOf(context: Pick<Context, 'secrets'>, code: string): string[] {
  return [hashCode(context, code), hashExactly(context, code)]
}

function hashExactly({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  return createHmac('sha256', secrets.discountCode).update(code.trim().normalize('NFC')).digest('base64url')
}
