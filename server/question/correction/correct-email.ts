import { normaliseEmail } from '../../../sync/account/asker.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can, principalOf } from '../../../sync/roles.ts'
import { findOrCreateFan, forgetPlaceholder, isFirstTime } from '../../account/placeholder.ts'
import { findOrCreateConversation, forgetEmptyConversation } from '../../conversation/find-or-create.ts'
import type { Tx } from '../../db/sql.ts'
import { linkHash, linkToken } from '../../notify/private-link.ts'
import { tellByMail } from '../../notify/tell.ts'
import { checkUses } from '../../payment/discount/discount-code.ts'
import type { Work } from '../../work.ts'
import { recordEvent } from '../event.ts'
import { ownsAsk } from '../prepare-ask.ts'
import { type AskRow, lockAsk, lockQuestion, type QuestionRow } from '../store.ts'

/** Which of a question's private links is good now. */
export type Corrected = { linkGeneration: number }

/**
 * Puts a mistyped address right until the question is approved: the mail with the private link goes out again, the
 * link of before opens nothing any more, and whoever has the wrong address has nothing of the question left. Only for
 * the browser's guest or the account that asked; the same address again changes nothing. Serves S1-1.4, D12, D41.
 * Refuses `not-found`, `already-decided`, `corrections-spent`, `first-question-spent`, `discount-invalid`.
 */
export async function correctEmail(
  work: Work,
  caller: Caller,
  { questionId, email }: { questionId: string; email: string },
): Promise<Result<Corrected>> {
  const ask = await lockAsk(work.tx, questionId)
  if (!ask || !ownsAsk(caller, ask) || !can(caller, 'ask-question')) return refuse('not-found')
  const question = await lockQuestion(work.tx, questionId)
  if (!question) return refuse('not-found')
  if (question.status !== 'new') return refuse('already-decided', { status: question.status })
  const { linkGeneration } = question
  if (question.asker.email.toLowerCase() === email.toLowerCase()) return done({ linkGeneration })
  if ((await countCorrections(work.tx, questionId)) >= LIMITS.emailCorrections)
    return refuse('corrections-spent')
  const allowed = await checkAddress(work, { ask, question, email })
  if (!allowed.ok) return allowed
  await moveToAddress(work, { ask, question, email })
  await recordEvent(work, { questionId, move: 'correct-email', actor: principalOf(caller) ?? ask.principal })
  await tellByMail(work, { kind: 'ask-readdressed', questionId })
  return done({ linkGeneration: linkGeneration + 1 })
}

/** The address a question's mails go to, as long as its asker may still correct it; null from then on. */
export async function correctableEmail(tx: Tx, questionId: string): Promise<string | null> {
  const [row] = await tx<{ email: string }[]>`
    select asker ->> 'email' as email from question where id = ${questionId} and status = 'new'`
  if (!row || (await countCorrections(tx, questionId)) >= LIMITS.emailCorrections) return null
  return row.email
}

async function countCorrections(tx: Tx, questionId: string): Promise<number> {
  const [row] = await tx<{ times: number }[]>`
    select count(*)::int as times from question_event where question_id = ${questionId} and move = 'correct-email'`
  return row?.times ?? 0
}

type Correction = { ask: AskRow; question: QuestionRow; email: string }

/** What is given once an address is not given again by way of a correction (D20, D27). */
async function checkAddress(work: Work, { ask, question, email }: Correction): Promise<Result<true>> {
  const emailKey = normaliseEmail(email)
  if (emailKey === question.asker.emailKey) return done(true)
  const [free] = await work.tx`select from question where id = ${question.id} and free_key is not null`
  if (free) {
    // where two first questions asked at once meet as well
    await work.tx`select from person where id = ${question.athleteId} for no key update`
    if (!(await isFirstTime(work, question.athleteId, email))) return refuse('first-question-spent')
  }
  return ask.discountCodeId
    ? checkUses(work, { codeId: ask.discountCodeId, askId: ask.id, emailKey })
    : done(true)
}

async function moveToAddress(work: Work, { ask, question, email }: Correction): Promise<void> {
  const { tx, context } = work
  const asker = { ...question.asker, email, emailKey: normaliseEmail(email) }
  // an account's question stays with it, whatever address it named
  const fanId = ask.personId ?? (await findOrCreateFan(work, asker))
  const conversationId =
    fanId === question.fanId
      ? question.conversationId
      : await findOrCreateConversation(work, fanId, question.athleteId)
  const generation = question.linkGeneration + 1
  const hash = linkHash(linkToken(context.secrets.privateLink, question.id, generation))
  await tx`
    update question set asker = ${tx.json(asker)}, fan_id = ${fanId}, conversation_id = ${conversationId},
      free_key = case when free_key is null then null else ${asker.emailKey} end, link_generation = ${generation},
      link_hash = ${hash}, revision = revision + 1, updated_at = app_now() where id = ${question.id}`
  await tx`update prepared_ask set asker = ${tx.json(asker)} where id = ${ask.id}`
  if (fanId === question.fanId) return
  await forgetEmptyConversation(work, question.conversationId)
  await forgetPlaceholder(work, question.fanId)
}
