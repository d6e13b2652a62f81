import type { blocksCall } from '../../sync/desk/athlete-calls.ts'
import type { addressBlock, Block, BlocksAnswer, blockLift } from '../../sync/desk/athletes.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { addressHash } from '../account/access/blocked-address.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../context.ts'
import { comesAfter, firstOf } from '../db/pages.ts'
import type { TxContext } from '../transact.ts'

const PAGE = 100

/** Returns a page of the blocked addresses, the latest first. */
export async function listBlocks(
  { sql }: Context,
  { after = null }: Infer<typeof blocksCall>,
): Promise<BlocksAnswer> {
  const rows = await sql<(Omit<Block, 'at'> & { at: Date })[]>`
    select b.id, b.email, b.reason, p.first_name || ' ' || p.last_name as by, b.at, b.guests_only as "guestsOnly"
    from blocked_address b join person p on p.id = b.blocked_by
    where b.lifted_at is null
      ${after ? sql`and ${comesAfter(sql, { table: 'blocked_address', as: 'b', by: 'at' }, after)}` : sql``}
    order by b.at desc, b.id desc limit ${PAGE + 1}`
  const { shown, more } = firstOf(rows, PAGE)
  return { blocks: shown.map((row) => ({ ...row, at: row.at.getTime() })), more }
}

/**
 * Blocks an address from asking, with an account or without; questions asked before stay for the team to decide.
 * With a question that was asked without an account, an account that has the address may still ask. A block
 * without that exception takes the place of one with it. Refuses `id-taken` where the address is blocked already.
 */
export async function blockAddress(
  { context, tx }: TxContext,
  caller: Caller,
  { blockId, email, reason, questionId }: Infer<typeof addressBlock>,
): Promise<Result<{ blockId: string }>> {
  if (!can(caller, 'block-address')) return refuse('not-allowed')
  const hash = addressHash(context, email)
  const [asked] = await tx`
    select from question q join person p on p.id = q.fan_id
    where q.id = ${questionId ?? null}::uuid and p.auth_id is null`
  const guestsOnly = asked !== undefined
  const [widened] = guestsOnly
    ? []
    : await tx<{ id: string }[]>`
        update blocked_address set lifted_at = app_now(), lifted_by = ${caller.personId}, email = null, reason = ''
        where address_hash = ${hash} and guests_only and lifted_at is null and id <> ${blockId} returning id`
  const [made] = await tx`
    insert into blocked_address (id, address_hash, email, reason, blocked_by, guests_only)
    values (${blockId}, ${hash}, ${email.toLowerCase()}, ${reason}, ${caller.personId}, ${guestsOnly})
    on conflict do nothing returning id`
  if (!made) return refuse('id-taken')
  if (widened) await recordAct({ tx }, caller, { act: 'block.lift', subject: widened.id })
  await recordAct({ tx }, caller, { act: 'block.add', subject: blockId })
  return done({ blockId })
}

/** Lifts a block, so that the address may ask again, and forgets the address. Refuses `not-found`. */
export async function liftBlock(
  { tx }: TxContext,
  caller: Caller,
  { blockId }: Infer<typeof blockLift>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'block-address')) return refuse('not-allowed')
  const [lifted] = await tx`
    update blocked_address set lifted_at = app_now(), lifted_by = ${caller.personId}, email = null, reason = ''
    where id = ${blockId} and lifted_at is null returning id`
  if (!lifted) return refuse('not-found')
  await recordAct({ tx }, caller, { act: 'block.lift', subject: blockId })
  return done({})
}
