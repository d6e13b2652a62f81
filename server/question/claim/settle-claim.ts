import type { SettleClaimCall } from '../../../sync/question/claim.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { findOrCreateFan } from '../../account/guest-person.ts'
import { linkHash, linkToken } from '../../notify/private-link.ts'
import { isOneself } from '../../payment/oneself.ts'
import type { TxContext } from '../../transact.ts'
import { recordEvent } from '../event.ts'
import { lockQuestion } from '../get.ts'
import type { QuestionRow } from '../store.ts'
import { ownerOfSession, ownerOfToken } from './claims.ts'
import { fileQuestion } from './file-question.ts'

/**
 * Records whether a question asked with an address belongs to the address's owner, who answers by session or by
 * mailed token (D117). If it does, it is filed under their account. If not, it loses the address and stays with the
 * browser that asked, including its money and its answer. Refuses `sign-in-first`, `link-spent`, `not-found` for a
 * question that they may not settle, `no-account`, and `ask-yourself` for a question to themselves.
 */
export async function settleClaim(
  work: TxContext,
  caller: Caller,
  { questionId, mine, token }: SettleClaimCall,
): Promise<Result<Record<string, never>>> {
  const owner =
    token === undefined ? await ownerOfSession(work.tx, caller) : await ownerOfToken(work.tx, token)
  if (!owner) return refuse(token === undefined ? 'sign-in-first' : 'link-spent')
  const question = await lockClaimed(work, { questionId, email: owner.email, token })
  if (!question) return refuse('not-found')
  if (!mine) {
    await disown(work, question, { by: owner.personId ? `person:${owner.personId}` : 'system' })
    return done({})
  }
  const { personId } = owner
  if (!personId) return refuse('no-account')
  if (await isOneself(work, { athleteId: question.athleteId, personId, email: owner.email }))
    return refuse('ask-yourself')
  await accept(work, question, personId)
  return done({})
}

type Claimed = { questionId: string; email: string; token: string | undefined }

/** Locks the question and returns it if the owner of this address has not settled it yet; otherwise null. */
async function lockClaimed(
  { tx }: TxContext,
  { questionId, email, token }: Claimed,
): Promise<QuestionRow | null> {
  // an ask is locked before its question, everywhere
  await tx`select from prepared_ask where id = ${questionId} for update`
  const question = await lockQuestion(tx, questionId)
  if (question?.asker.email.toLowerCase() !== email) return null
  const [open] = await tx`
    select from question q join person p on p.id = q.fan_id where q.id = ${questionId} and p.auth_id is null
      and q.link_hash is not null ${token === undefined ? tx`` : tx`and q.claim_hash = ${linkHash(token)}`}`
  return open ? question : null
}

/** Files a question under the account that its owner names; the browser's guest loses it. */
export async function accept(work: TxContext, question: QuestionRow, personId: string): Promise<void> {
  const { id } = question
  await handOver(work, [id], personId)
  await fileQuestion(work, question, personId)
  await recordEvent(work, { questionId: id, move: 'accept', actor: `person:${personId}` })
}

/**
 * Moves guests' questions to an account from this commit on: the ask, its video, and the rights to see it and to
 * cancel it. The guest loses them, because the browser's next user, or the holder of a copied cookie, may be
 * somebody else.
 */
export async function handOver({ tx }: TxContext, ids: string[], personId: string): Promise<void> {
  const principal = `person:${personId}`
  await tx`
    update prepared_ask set person_id = ${personId}, principal = ${principal} where id = any (${ids}::uuid[])`
  await tx`
    update media set principal = ${principal}
    where id in (select media_id from question where id = any (${ids}::uuid[]))`
  await tx`update question set claim_hash = null, guest_id = null where id = any (${ids}::uuid[])`
}

/**
 * Removes the address from a question that its owner did not ask, or whose owner has left (`hasOwnerLeft`): it gets no
 * more mail, and links already mailed there stop working. The browser that asked keeps the question. The team sees a
 * flag only where the owner said that they did not ask.
 */
export async function disown(
  work: TxContext,
  question: QuestionRow,
  { by, hasOwnerLeft = false }: { by: string; hasOwnerLeft?: boolean },
): Promise<void> {
  const { tx, context } = work
  const { id } = question
  const asker = { ...question.asker, email: '', emailKey: '' }
  const generation = question.linkGeneration + 1
  const hash = linkHash(linkToken(context.secrets.privateLink, id, generation))
  await tx`
    update question set asker = ${tx.json(asker)}, link_generation = ${generation},
      link_hash = case when link_hash is not null then ${hash} end, claim_hash = null,
      flags = array_remove(flags, 'not-theirs') || ${hasOwnerLeft ? [] : ['not-theirs']}::text[], updated_at = app_now() where id = ${id}`
  await tx`update prepared_ask set asker = ${tx.json(asker)} where id = ${id}`
  // problem reports that the asker sent with this address
  await tx`update contact_form set email = '' where question_id = ${id} and lower(email) = ${question.asker.email.toLowerCase()}`
  await tx`update share_link set revoked_at = app_now() where question_id = ${id} and revoked_at is null`
  await fileQuestion(work, question, await findOrCreateFan(work, asker))
  await recordEvent(work, { questionId: id, move: 'disown', actor: by })
}
