import { normaliseEmail } from '../../../sync/account/asker.ts'
import { SERVER_LIMITS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can, principalOf } from '../../../sync/roles.ts'
import { findOrCreateFan } from '../../account/guest-person.ts'
import type { Tx } from '../../db/sql.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import { claimToken, linkHash, linkToken } from '../../notify/private-link.ts'
import { isOneself } from '../../payment/oneself.ts'
import type { TxContext } from '../../transact.ts'
import { fileQuestion } from '../claim/file-question.ts'
import { recordEvent } from '../event.ts'
import { lockQuestion } from '../get.ts'
import { ownsAsk } from '../prepare-ask.ts'
import { type AskRow, lockAsk, type QuestionRow } from '../store.ts'

/** The generation of the question's private link that is valid now. */
export type Corrected = { linkGeneration: number }

/**
 * Corrects a mistyped address until the question is approved: the private link is mailed again, the old link stops
 * working, and the owner of the wrong address can no longer see the question. Only the browser's guest that asked
 * may do this; the same address again changes nothing. Serves S1-1.4, D12, D41. An address that its owner removed
 * may be corrected at any time. Refuses `not-found`, `not-allowed` for a question of an account, which is mailed to
 * the account, `already-decided`, `corrections-spent`, `ask-yourself`.
 */
export async function correctEmail(
  work: TxContext,
  caller: Caller,
  { questionId, email }: { questionId: string; email: string },
): Promise<Result<Corrected>> {
  const ask = await lockAsk(work.tx, questionId)
  if (!ask || !ownsAsk(caller, ask) || !can(caller, 'ask-question')) return refuse('not-found')
  if (ask.personId) return refuse('not-allowed')
  const question = await lockQuestion(work.tx, questionId)
  if (!question) return refuse('not-found')
  if (question.status !== 'new' && question.asker.email !== '')
    return refuse('already-decided', { status: question.status })
  const { linkGeneration } = question
  if (question.asker.email.toLowerCase() === email.toLowerCase()) return done({ linkGeneration })
  if ((await countCorrections(work.tx, questionId)) >= SERVER_LIMITS.emailCorrections)
    return refuse('corrections-spent')
  const { athleteId } = question
  if (await isOneself(work, { athleteId, personId: caller.personId, email })) return refuse('ask-yourself')
  await moveToAddress(work, { ask, question, email })
  await recordEvent(work, { questionId, move: 'correct-email', actor: principalOf(caller) ?? ask.principal })
  await enqueueMail(work, { kind: 'ask-readdressed', questionId })
  return done({ linkGeneration: linkGeneration + 1 })
}

/** Returns the address that a question's mails go to while its asker may still correct it; null after that. */
export async function correctableEmail(tx: Tx, questionId: string): Promise<string | null> {
  const [row] = await tx<{ email: string }[]>`
    select q.asker ->> 'email' as email from question q join prepared_ask a on a.id = q.id and a.person_id is null
    where q.id = ${questionId} and (q.status = 'new' or q.asker ->> 'email' = '') and q.link_hash is not null`
  if (!row || (await countCorrections(tx, questionId)) >= SERVER_LIMITS.emailCorrections) return null
  return row.email
}

async function countCorrections(tx: Tx, questionId: string): Promise<number> {
  const [row] = await tx<{ times: number }[]>`
    select count(*)::int as times from question_event where question_id = ${questionId} and move = 'correct-email'`
  return row?.times ?? 0
}

type Correction = { ask: AskRow; question: QuestionRow; email: string }

async function moveToAddress(work: TxContext, { ask, question, email }: Correction): Promise<void> {
  const { tx, context } = work
  const { id } = question
  const asker = { ...question.asker, email, emailKey: normaliseEmail(email) }
  const generation = question.linkGeneration + 1
  const { privateLink, mailedLink } = context.secrets
  const hash = linkHash(linkToken(privateLink, id, generation))
  const claim = linkHash(claimToken(mailedLink, id, generation))
  await tx`
    update question set asker = ${tx.json(asker)}, link_generation = ${generation}, link_hash = ${hash},
      claim_hash = ${claim}, revision = revision + 1, updated_at = app_now() where id = ${id}`
  await tx`update prepared_ask set asker = ${tx.json(asker)} where id = ${ask.id}`
  await fileQuestion(work, question, await findOrCreateFan(work, asker))
}
