import type { DeskMessage, MessageAnswer, messageCall } from '../../../sync/desk/messages.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { Context } from '../../context.ts'
import { isLive } from '../../db/live-session.ts'
import type { Sql } from '../../db/sql.ts'
import type { AccountMailKind, PushKind } from '../../notify/enqueue.ts'
import { renderForTeam } from '../../notify/mail.ts'
import { mailFacts } from '../../notify/mail-facts.ts'
import { PUSH_WORDS } from '../../notify/push-messages.ts'
import { isMailTrue, isStillTrue } from '../../notify/still-true.ts'
import { mayRead } from '../../notify/team-readers.ts'
import { findMessage } from './list-messages.ts'

/**
 * The mails about an account that report what the team itself did. The text of any other such mail is for its
 * reader alone.
 */
export const TEAMS_OWN: readonly AccountMailKind[] = [
  'card-yellow',
  'card-red',
  'card-termination',
  'picture-wanted',
  'picture-public',
  'payout-made',
  'signed-out',
  'storage-low',
  'weekly-digest',
]

/**
 * Returns the text of a mail or a push message as it would be written now; none of its links opens anything.
 * Refuses `not-found`.
 */
export async function lookAtMessage(
  context: Context,
  caller: Caller,
  call: Infer<typeof messageCall>,
): Promise<Result<MessageAnswer>> {
  const message = await findMessage(context, caller, call)
  if (!message) return refuse('not-found')
  return done(message.way === 'mail' ? await mailed(context, message) : await pushed(context, message))
}

async function mailed(context: Context, message: DeskMessage): Promise<MessageAnswer> {
  const mail = await renderForTeam(context, message.id, TEAMS_OWN)
  const facts = await mailFacts(context.sql, message.id, 'any')
  const isTrue = facts === null || (await isMailTrue(context.sql, facts))
  const said = mail && {
    address: mail.recipient.address,
    subject: mail.subject,
    text: withoutTokens(mail.text),
  }
  const isThere = said !== null && said.address !== ''
  return {
    message,
    ...(said ?? { address: null, subject: null, text: null }),
    isStillTrue: isTrue,
    // A message that was not sent yet can be tried at once; sending it settles it where it is no longer true.
    maySendAgain: waits(message) || (isTrue && isThere && (await isForReader(context.sql, message))),
  }
}

/** Returns whether the reader of a message may still know what it says. */
async function isForReader(sql: Sql, { way, id }: DeskMessage): Promise<boolean> {
  const [found] = await sql<{ kind: string; personId: string | null; data: Record<string, string> }[]>`
    select kind, person_id as "personId", ${way === 'mail' ? sql`data` : sql`'{}'::jsonb`} as data
    from ${sql(way === 'mail' ? 'mail' : 'push_message')} where id = ${id}`
  return found !== undefined && mayRead(sql, found)
}

/** Returns whether a message is still to be sent, or was given up before that and can be sent after all. */
const waits = ({ state, notSentBecause }: DeskMessage) =>
  state === 'waiting' || state === 'stuck' || notSentBecause === 'dropped'

/** Shortens links to the page they open, because an admin must not be able to use them. */
const withoutTokens = (text: string) =>
  text.replace(/(https?:\/\/[^\s/]+\/[a-z]+)[^\s]*/g, (link, opens: string) =>
    link === opens ? link : `${opens}/…`,
  )

async function pushed({ sql }: Context, message: DeskMessage): Promise<MessageAnswer> {
  const kind = message.kind as PushKind
  const { title, body } = PUSH_WORDS[kind](PRODUCT.name)
  const [push] = await sql<{ questionId: string | null }[]>`
    select question_id as "questionId" from push_message where id = ${message.id}`
  const isTrue = await isStillTrue(sql, kind, push?.questionId ?? null)
  return {
    message,
    address: null,
    subject: title,
    text: body,
    isStillTrue: isTrue,
    maySendAgain:
      (waits(message) || (isTrue && (await isForReader(sql, message)))) && (await hasDevice(sql, message.id)),
  }
}

/** Checks whether a push message has a device to go to. */
async function hasDevice(sql: Sql, pushId: string): Promise<boolean> {
  const [device] = await sql`
    select from push_message m join push_subscription d on d.person_id = m.person_id
    join auth.session s on s.id = d.session_id where m.id = ${pushId} and ${isLive(sql)} limit 1`
  return device !== undefined
}
