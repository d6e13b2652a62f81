import type { messageAgain } from '../../../sync/desk/message-again.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import type { PushKind } from '../../notify/enqueue.ts'
import { mailFacts } from '../../notify/mail-facts.ts'
import { isReachable } from '../../notify/push-messages.ts'
import { isMailTrue, isStillTrue } from '../../notify/still-true.ts'
import { mayRead } from '../../notify/team-readers.ts'
import type { TxContext } from '../../transact.ts'
import { TEAMS_OWN } from './look-message.ts'

type Args = Infer<typeof messageAgain>

/**
 * Sends a mail or a push message again, as a new message written from what is true now; one that was not sent yet
 * is only retried at once, and goes to nobody where it is no longer true or its reader may no longer know. Refuses
 * `not-found`, and `changed-meanwhile` for what is never sent twice: a mail with a short-lived link, a message that is
 * no longer true, a message to the team whose reader has left it or may no longer know, or a push message to a person
 * without a device.
 */
export async function sendMessageAgain(
  work: TxContext,
  caller: Caller,
  { way, messageId, newId }: Args,
): Promise<Result<{ messageId: string }>> {
  if (!can(caller, 'see-messages')) return refuse('not-allowed')
  const sent = await (way === 'mail' ? mailAgain : pushAgain)(work, messageId, newId)
  if (!sent.ok) return sent
  await recordAct(work, caller, {
    act: 'message.send-again',
    subject: messageId,
    detail: { way, as: sent.value, how: sent.value === messageId ? 'now' : 'anew' },
  })
  return done({ messageId: sent.value })
}

type Mail = {
  kind: string
  personId: string | null
  data: Record<string, string>
  isSent: boolean
  isTold: boolean
}

async function mailAgain(work: TxContext, id: string, newId: string): Promise<Result<string>> {
  const { tx } = work
  const [mail] = await tx<Mail[]>`
    select kind, person_id as "personId", data, sent_at is not null as "isSent", question_id is not null or ask_id is not null or kind = any(${[...TEAMS_OWN]}) as "isTold"
    from mail where id = ${id} for update`
  if (!mail) return refuse('not-found')
  if (mail.isSent) {
    if (!mail.isTold || !(await mayRead(tx, mail))) return refuse('changed-meanwhile')
    const facts = await mailFacts(tx, id, 'any')
    if (facts && !(await isMailTrue(tx, facts))) return refuse('changed-meanwhile')
    await tx`
      insert into mail (id, kind, question_id, ask_id, person_id, data)
      select ${newId}, kind, question_id, ask_id, person_id, data from mail where id = ${id} on conflict do nothing`
  } else await tx`delete from dropped_trouble where id = ${id}`
  const next = mail.isSent ? newId : id
  await enqueue(work, 'mail.send', { data: { mailId: next }, singletonKey: next, tryNow: true })
  return done(next)
}

type Push = { kind: PushKind; isSent: boolean; personId: string; questionId: string | null }

async function pushAgain(work: TxContext, id: string, newId: string): Promise<Result<string>> {
  const { tx } = work
  const [push] = await tx<Push[]>`
    select kind, sent_at is not null as "isSent", person_id as "personId", question_id as "questionId"
    from push_message where id = ${id} for update`
  if (!push) return refuse('not-found')
  if (!(await isReachable(work, push.personId))) return refuse('changed-meanwhile')
  if (push.isSent) {
    if (!(await mayRead(tx, push))) return refuse('changed-meanwhile')
    if (!(await isStillTrue(tx, push.kind, push.questionId))) return refuse('changed-meanwhile')
    await tx`
      insert into push_message (id, kind, question_id, person_id)
      select ${newId}, kind, question_id, person_id from push_message where id = ${id} on conflict do nothing`
  } else await tx`delete from dropped_trouble where id = ${id}`
  const next = push.isSent ? newId : id
  await enqueue(work, 'push.send', { data: { pushId: next }, singletonKey: next, tryNow: true })
  return done(next)
}
