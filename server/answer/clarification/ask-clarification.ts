import { type ClarifyCall, checkClarifying } from '../../../sync/answer/clarification.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import { isBlocked } from '../../account/access/blocked-address.ts'
import { touchConversation } from '../../conversation/find-or-create.ts'
import { enqueueMail, enqueuePushMessage } from '../../notify/enqueue.ts'
import { linkHash } from '../../notify/private-link.ts'
import { isOwnQuestion } from '../../payment/oneself.ts'
import type { TxContext } from '../../transact.ts'

type Found = {
  questionId: string
  athleteId: string
  conversationId: string
  /** The account's address or, for a fan without an account, the address they typed. */
  email: string
  /** Whether the asker has an account and asked with it. */
  isProven: boolean
  hasLeft: boolean
  deliveredAt: Date | null
  text: string | null
}

/**
 * Asks one free follow-up question about the answer behind a private link. Whoever may rate the answer may ask. The
 * same words again are the same request. Refuses `not-allowed` to the athlete who answered, `not-found`,
 * `asking-refused` to a blocked person, `athlete-unavailable`, `answer-missing`, `clarified-already`,
 * `clarifying-over`.
 */
export async function askClarification(
  work: TxContext,
  caller: Caller,
  { token, text }: ClarifyCall,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'give-rating')) return refuse('not-allowed')
  const { tx } = work
  const found = await lockAnswered(work, token)
  if (!found) return refuse('not-found')
  const { questionId, athleteId, conversationId } = found
  if (await isOwnQuestion(work, { questionId, personId: caller.personId })) return refuse('not-allowed')
  if (found.text === text) return done({})
  const allowed = checkClarifying(
    { deliveredAt: found.deliveredAt?.getTime() ?? null, asked: found.text !== null },
    work.now.getTime(),
  )
  if (!allowed.ok) return allowed
  if (found.hasLeft) return refuse('athlete-unavailable')
  if (await isBlocked(work, found)) return refuse('asking-refused')
  const [kept] = await tx`
    insert into clarification (question_id, text, asked_at) values (${questionId}, ${text}, ${work.now})
    on conflict do nothing returning question_id`
  if (!kept) return refuse('clarified-already')
  await showAgain(work, questionId)
  await touchConversation(work, conversationId, true)
  await enqueueMail(work, { kind: 'clarification-asked', questionId, personId: athleteId })
  await enqueuePushMessage(work, { kind: 'clarification-asked', questionId, personId: athleteId })
  return done({})
}

async function lockAnswered({ tx }: TxContext, token: string): Promise<Found | null> {
  // Read related rows only after the lock, because a statement that waited for a row still sees the other tables as
  // they were before.
  await tx`select from question where link_hash = ${linkHash(token)} for no key update`
  const [found] = await tx<Found[]>`
    select q.id as "questionId", q.athlete_id as "athleteId", q.conversation_id as "conversationId",
      p.leaving_at is not null or p.closed_at is not null as "hasLeft", a.delivered_at as "deliveredAt", c.text,
      fan.auth_id is not null as "isProven",
      case when fan.auth_id is not null then fan.email else q.asker ->> 'email' end as email
    from question q join person p on p.id = q.athlete_id join person fan on fan.id = q.fan_id
    left join answer a on a.question_id = q.id and a.state = 'delivered'
    left join clarification c on c.question_id = q.id
    where q.link_hash = ${linkHash(token)}`
  return found ?? null
}

/**
 * Marks the question as changed, so that both sides' devices pull it again together with what is stored beside it.
 */
export async function showAgain({ tx }: TxContext, questionId: string): Promise<void> {
  await tx`update question set updated_at = app_now() where id = ${questionId}`
}
