import { enqueue } from '../jobs/queue-names.ts'
import type { TxContext } from '../transact.ts'
import { type TeamKind, teamFor } from './team-readers.ts'

/** All mails about questions and asks. The mail's row decides who gets it, never a client (D106). */
export const MAIL_KINDS = [
  // to the asker
  'ask-received',
  'ask-readdressed',
  'ask-released',
  'question-approved',
  'question-rejected',
  'question-declined',
  'question-expired',
  'athlete-left',
  'screening-expired',
  'question-cancelled',
  'answer-recorded',
  'answer-ready',
  'answer-given',
  'rating-wanted',
  'clarification-replied',
  'payment-lapsed',
  'pay-again',
  'tip-paid',
  'refund-done',
  'refund-failed',
  'refund-by-hand',
  'dispute-lost',
  'dispute-won',
  // to the athlete
  'request-approved',
  'request-reminder',
  'request-expired',
  'answer-not-arrived',
  'request-withdrawn',
  'answer-unreadable',
  'answer-delivered',
  'clarification-asked',
  'tip-given',
  'payment-returned',
  'share-restored',
  // to admins who see the money
  'dispute-opened',
  'refund-came-back',
  'capture-failed',
  'charge-stands',
  // to the team
  'desk-first',
  'desk-ending',
  'conversion-failed',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** All mails about an account, sent to its person or to an address that somebody wants to join with. */
export const ACCOUNT_MAIL_KINDS = [
  'password-reset',
  'sign-in-link',
  'fan-join',
  'athlete-join',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'email-change-old',
  'email-change-new',
  'email-changed',
  'signed-out',
  'new-device',
  'password-tried',
  'mine-link',
  'leaving',
  'account-kept',
  'picture-wanted',
  'picture-public',
  'card-yellow',
  'card-red',
  'card-termination',
  'payout-made',
  // the next two to admins; the payout mails to the athlete
  'storage-low',
  'weekly-digest',
  'payout-set',
  'payout-change',
  // to a person who is invited to the team
  'team-invite',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** All push messages. */
export const PUSH_KINDS = [
  'request-approved',
  'request-reminder',
  'answer-not-arrived',
  'answer-delivered',
  'answer-ready',
  'clarification-asked',
  'clarification-replied',
  'desk-first',
  'desk-ending',
] as const
export type PushKind = (typeof PUSH_KINDS)[number]

type Mail = {
  kind: MailKind
  questionId?: string
  askId?: string
  personId?: string
  data?: Record<string, string>
}

/**
 * Orders a mail in the transaction that causes it. Without a `personId` it goes to the asker of the question or
 * ask.
 */
export async function enqueueMail(work: TxContext, mail: Mail): Promise<void> {
  const id = work.context.random.id()
  await work.tx`
    insert into mail (id, kind, question_id, ask_id, person_id, data) values (${id}, ${mail.kind},
      ${mail.questionId ?? null}, ${mail.askId ?? null}, ${mail.personId ?? null}, ${work.tx.json(mail.data ?? {})})`
  await enqueue(work, 'mail.send', { data: { mailId: id }, singletonKey: id })
}

/** Orders the same mail to every team member to whom its kind goes. */
export async function tellAdmins(
  work: TxContext,
  mail: Omit<Mail, 'personId'> & { kind: TeamKind },
): Promise<void> {
  for (const personId of await teamFor(work.tx, mail.kind, mail.data))
    await enqueueMail(work, { ...mail, personId })
}

/** Orders a mail about the server to every admin who sees the system. */
export async function tellTeam(work: TxContext, kind: 'storage-low'): Promise<void> {
  for (const personId of await teamFor(work.tx, kind))
    await tellAccount(work, { id: work.context.random.id(), kind, personId })
}

/** Orders a push message to every device of a person, in the transaction that causes it, and returns its id. */
export async function enqueuePushMessage(
  work: TxContext,
  push: { kind: PushKind; questionId: string; personId: string },
): Promise<string> {
  const id = work.context.random.id()
  await work.tx`
    insert into push_message (id, kind, question_id, person_id)
    values (${id}, ${push.kind}, ${push.questionId}, ${push.personId})`
  await enqueue(work, 'push.send', { data: { pushId: id }, singletonKey: id })
  return id
}

type AccountMail = {
  id: string
  kind: AccountMailKind
  /** Null for an address without an account: the mail is then stored as sent, so that the request costs the same. */
  personId: string | null
  joinId?: string
  /**
   * For an address without a person: the id of the row in `mine_link`, `leaving`, `email_change` or `team_invite`
   * that names it.
   */
  addressIn?: string
  /** The rows that the mail is about. */
  pictureRequestId?: string
  cardId?: string
  payoutId?: string
  payoutChangeId?: string
  emailChangeId?: string
  /** The device that signed in: "Chrome on Android". */
  device?: string
  /** Set where a passkey is still a factor after the app was turned off. */
  passkeyLeft?: 'yes'
  /** The figures of the week at the desk, as JSON. */
  digest?: string
}

/** Orders a mail about an account in the transaction that causes it. The link's token is derived from its id. */
export async function tellAccount(
  work: TxContext,
  { id, kind, personId, joinId, addressIn, ...about }: AccountMail,
): Promise<void> {
  const data: Record<string, string> = {
    ...(joinId && { joinId }),
    ...(addressIn && { addressIn }),
    ...about,
  }
  const isToNobody = personId === null && !joinId && !addressIn
  await work.tx`
    insert into mail (id, kind, person_id, data, sent_at, not_sent_because) values (${id}, ${kind}, ${personId}, ${work.tx.json(data)},
      case when ${isToNobody}::boolean then app_now() end, ${isToNobody ? 'no-address' : null})`
  await enqueue(work, 'mail.send', { data: { mailId: id }, singletonKey: id })
}
