import type { cardGiving } from '../../sync/desk/athletes.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { closeAccount } from '../account/close-account.ts'
import { recordAct } from '../audit/record-act.ts'
import { endQuestionsTo } from '../erasure/end-open.ts'
import { tellAccount } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'

type Carded = { authId: string | null; closedAt: Date | null }

/**
 * Gives an athlete a warning card (S2-9.17, D52): yellow warns; red removes the listing, pauses the profile and
 * ends open questions whose answer has not arrived; termination also closes the account. The athlete is mailed the
 * reason, and the card is recorded. Earnings are kept. Returns how many questions ended. Refuses `not-found`,
 * `already-decided` for a closed account, and `id-taken` for a card that was given before.
 */
export async function giveCard(
  work: TxContext,
  caller: Caller,
  { cardId, personId, card, reason }: Infer<typeof cardGiving>,
): Promise<Result<{ ended: number }>> {
  const { tx, context } = work
  if (!can(caller, 'manage-athletes')) return refuse('not-allowed')
  const [athlete] = await tx<Carded[]>`
    select auth_id as "authId", closed_at as "closedAt" from person
    where id = ${personId} and role = 'creator' and leaving_at is null for update`
  if (!athlete) return refuse('not-found')
  if (athlete.closedAt) return refuse('already-decided')
  const [given] = await tx`
    insert into athlete_card (id, person_id, card, reason, given_by)
    values (${cardId}, ${personId}, ${card}, ${reason}, ${caller.personId})
    on conflict (id) do nothing returning id`
  if (!given) return refuse('id-taken')
  const ended = card === 'yellow' ? 0 : await takeOut(work, caller, personId)
  if (card === 'termination') await closeAccount(work, { personId, authId: athlete.authId })
  await tellAccount(work, { id: context.random.id(), kind: `card-${card}`, personId, cardId })
  await recordAct(work, caller, { act: 'athlete.card', subject: personId, detail: { card, ended } })
  return done({ ended })
}

async function takeOut(work: TxContext, caller: Caller, personId: string): Promise<number> {
  await work.tx`
    update person set listed = false, paused = true, paused_until = null, updated_at = app_now()
    where id = ${personId}`
  return endQuestionsTo(work, personId, `person:${caller.personId}`)
}
