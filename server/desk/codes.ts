import type {
  CodesAnswer,
  codeCreate,
  codeEnd,
  codeRestore,
  codesCall,
  DeskCode,
} from '../../sync/desk/office.ts'
import { CODE_UNDO_MS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../context.ts'
import { comesAfter, firstOf } from '../db/pages.ts'
import { countUses, createDiscountCode, isKnownCode } from '../payment/discount/discount-code.ts'
import type { TxContext } from '../transact.ts'

const PAGE = 100

type Row = Omit<DeskCode, 'used' | 'createdAt' | 'expiresAt' | 'endedAt'> & {
  createdAt: Date
  expiresAt: Date | null
  endedAt: Date | null
}

/**
 * Returns a page of the discount codes with their number of uses, and when the sign-up code was made; no code is
 * shown.
 */
export async function listCodes(
  { sql, clock }: Context,
  { after = null }: Infer<typeof codesCall>,
): Promise<CodesAnswer> {
  const rows = await sql<Row[]>`
    select id, label, case when percent_off is null then 'cents' else 'percent' end as off,
      coalesce(percent_off, cents_off) as value, max_uses as "maxUses", max_uses_each as "maxUsesEach",
      created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"
    from discount_code c
    where true ${after ? sql`and ${comesAfter(sql, { table: 'discount_code', as: 'c', by: 'created_at' }, after)}` : sql``}
    order by created_at desc, id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  const uses = await countUses(sql)
  const [signup] = await sql<{ madeAt: Date; madeBy: string | null }[]>`
    select s.created_at as "madeAt", p.first_name || ' ' || p.last_name as "madeBy"
    from signup_code s left join person p on p.id = s.made_by where s.ended_at is null limit 1`
  return {
    codes: shown.map((row) => ({
      ...row,
      used: uses.get(row.id) ?? 0,
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt?.getTime() ?? null,
      endedAt: row.endedAt?.getTime() ?? null,
    })),
    more,
    signupCode: signup ? { madeAt: signup.madeAt.getTime(), madeBy: signup.madeBy } : null,
    now: (await clock.now()).getTime(),
  }
}

async function isOver({ tx }: TxContext, end: Date): Promise<boolean> {
  const [row] = await tx<{ isOver: boolean }[]>`select ${end}::timestamptz <= app_now() as "isOver"`
  return row?.isOver ?? false
}

/** Makes a discount code (D27). Refuses `bad-shape` for one that is over, and `id-taken` for one used before. */
export async function createCode(
  work: TxContext,
  caller: Caller,
  { codeId, code, label, off, value, maxUses, maxUsesEach, expiresAt }: Infer<typeof codeCreate>,
): Promise<Result<{ codeId: string }>> {
  if (!can(caller, 'manage-codes')) return refuse('not-allowed')
  if (expiresAt !== null && (await isOver(work, new Date(expiresAt)))) return refuse('bad-shape')
  if (await isKnownCode(work, code)) return refuse('id-taken')
  const made = await createDiscountCode(work, {
    code,
    label,
    off,
    value,
    maxUsesEach,
    ...(maxUses === null ? {} : { maxUses }),
    ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt) }),
  })
  await recordAct(work, caller, { act: 'code.create', subject: made, detail: { off, value, intent: codeId } })
  return done({ codeId: made })
}

/** Takes a discount code out of use; asks that already have it keep their discount. Refuses `not-found`. */
export async function endCode(
  work: TxContext,
  caller: Caller,
  { codeId }: Infer<typeof codeEnd>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'manage-codes')) return refuse('not-allowed')
  const [ended] = await work.tx`
    update discount_code set ended_at = app_now() where id = ${codeId} and ended_at is null returning id`
  if (!ended) return refuse('not-found')
  await recordAct(work, caller, { act: 'code.end', subject: codeId })
  return done({})
}

/**
 * Makes a code valid again that was ended by mistake, within ten minutes. Refuses `not-found`, and later
 * `changed-meanwhile`.
 */
export async function restoreCode(
  work: TxContext,
  caller: Caller,
  { codeId }: Infer<typeof codeRestore>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'manage-codes')) return refuse('not-allowed')
  const [code] = await work.tx<{ endedAt: Date | null }[]>`
    select ended_at as "endedAt" from discount_code where id = ${codeId} for update`
  if (!code?.endedAt) return refuse('not-found')
  if (work.now.getTime() - code.endedAt.getTime() > CODE_UNDO_MS) return refuse('changed-meanwhile')
  await work.tx`update discount_code set ended_at = null where id = ${codeId}`
  await recordAct(work, caller, { act: 'code.restore', subject: codeId })
  return done({})
}
