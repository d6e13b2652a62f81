import { CLAIM_PATH } from '../../sync/account/mailed-link.ts'
import { NOBODYS_DOMAIN } from '../../sync/account/mine.ts'
import type { NotSentBecause } from '../../sync/desk/messages.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import { notDropped } from '../db/dropped.ts'
import type { Queryable } from '../db/sql.ts'
import { hasJob } from '../jobs/boss-rows.ts'
import { renderAccountMail } from './account-mail.ts'
import type { AccountMailKind } from './enqueue.ts'
import { isLinkOver } from './link-over.ts'
import { renderLostLinks } from './lost-links.ts'
import { type MailFacts, mailFacts, SPEAKS_OF_RELEASE } from './mail-facts.ts'
import { oneLine, renderLayout, unlinked } from './mail-templates/mail-layout.ts'
import type { RenderedMail } from './mail-transport.ts'
import { claimToken, linkToken } from './private-link.ts'
import { followDesk, isMailTrue, isPictureUnwanted } from './still-true.ts'
import { mayRead } from './team-readers.ts'
import { TEMPLATES } from './templates.ts'

/** The stills of answers: whether one is still being made, and its content. */
export type Posters = {
  isAwaited(sql: Queryable, mediaId: string): Promise<boolean>
  read(context: Context, mediaId: string): Promise<Buffer | null>
}

/**
 * Sends an ordered mail. It is rendered now, so that the private link's token is not stored anywhere, and marked as
 * sent after the transport accepted it. Sent at least once, under one Message-ID.
 */
export async function sendMail(context: Context, mailId: string, posters: Posters): Promise<void> {
  if (await isGivenUp(context, mailId)) return
  const mail = await renderDue(context, mailId, posters)
  if (!mail) return
  if (typeof mail === 'string') return settle(context, mailId, mail)
  const { name, address } = mail.recipient
  if (address === '' || address.endsWith(NOBODYS_DOMAIN)) return settle(context, mailId, 'no-address')
  const recipient = { name: oneLine(name), address }
  try {
    await context.mail.send({ ...mail, recipient, subject: oneLine(mail.subject) })
  } catch (error) {
    await noteFailure(context, mailId, error)
    throw error
  }
  await context.fault('mail.after-send')
  await settle(context, mailId, null)
}

/** Returns whether an admin has given the mail up; then neither its job nor the sweep sends it. */
async function isGivenUp({ sql }: Context, mailId: string): Promise<boolean> {
  const [dropped] = await sql`select from dropped_trouble where id = ${mailId}`
  return dropped !== undefined
}

/**
 * Counts a failed try, with the mail server's message; addresses in the message are removed because they are
 * private.
 */
async function noteFailure({ sql }: Context, mailId: string, error: unknown): Promise<void> {
  const said = (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, '<address>')
  await sql`
    update mail set tries = tries + 1, error = ${said.slice(0, 500)} where id = ${mailId} and sent_at is null`
}

/**
 * Marks a mail as sent, or as one that goes to nobody and why: the owner of the address may have removed it from the
 * question, or been erased.
 */
async function settle(
  { sql }: Context,
  mailId: string,
  notSentBecause: NotSentBecause | null,
): Promise<void> {
  await sql`
    update mail set sent_at = app_now(), tries = tries + 1, error = null, not_sent_because = ${notSentBecause}
    where id = ${mailId} and sent_at is null`
}

const MINUTE_MS = HOUR_MS / 60

/** How long a mail waits for the release that it mentions. */
const FOR_MONEY_MS = 10 * MINUTE_MS
/** How long the mail about a recorded answer waits for the answer, whose own mail says more. */
const FOR_ANSWER_MS = 2 * MINUTE_MS
/** How long a mail waits for the answer's still, which is usually made within seconds. */
const FOR_POSTER_MS = MINUTE_MS / 2

/**
 * Renders a mail as it should be sent now; null when there is nothing to send, or not yet; or why it goes to nobody:
 * it is no longer true, its link opens nothing any longer, or its reader has left the team or may no longer know.
 */
async function renderDue(
  context: Context,
  mailId: string,
  posters: Posters,
): Promise<RenderedMail | 'may-no-longer-read' | 'no-longer-true' | null> {
  if (!(await mayStillRead(context, mailId))) return 'may-no-longer-read'
  await followDesk(context.sql, 'mail', mailId)
  const facts = await mailFacts(context.sql, mailId)
  if (await isLinkOver(context.sql, mailId)) return 'no-longer-true'
  if (await isPictureUnwanted(context.sql, mailId)) return 'no-longer-true'
  if (!facts) return (await renderAccountMail(context, mailId)) ?? renderLostLinks(context, mailId)
  if (SPEAKS_OF_RELEASE.has(facts.kind) && ['held', 'pending', 'releasing'].includes(facts.hold)) {
    if (await isRecent(context, mailId, FOR_MONEY_MS)) return null
  }
  if (!(await isMailTrue(context.sql, facts))) return 'no-longer-true'
  if (facts.kind === 'answer-recorded' && (await isRecent(context, mailId, FOR_ANSWER_MS))) return null
  const { answerVideoId } = facts
  // a still takes only seconds, and its rendition orders this mail again
  if (answerVideoId && (await posters.isAwaited(context.sql, answerVideoId))) {
    if (await isRecent(context, mailId, FOR_POSTER_MS)) return null
  }
  const poster = answerVideoId && (await posters.read(context, answerVideoId))
  return renderMail(context, { ...facts, poster: poster || null })
}

/**
 * Renders a mail about a question, or an account mail of these kinds, with its current content, sent or not, for an
 * admin to read; its links open nothing. Null when nothing is left to say.
 */
export async function renderForTeam(
  context: Context,
  mailId: string,
  accountKinds: readonly AccountMailKind[],
): Promise<RenderedMail | null> {
  const { random, secrets, sql } = context
  const blind = { ...context, secrets: { ...secrets, privateLink: random.id(), mailedLink: random.id() } }
  const facts = await mailFacts(sql, mailId, 'any')
  if (facts) return renderMail(blind, { ...facts, poster: null })
  const [mail] = await sql`select from mail where id = ${mailId} and kind = any(${[...accountKinds]})`
  return mail ? renderAccountMail(blind, mailId, 'any') : null
}

async function mayStillRead({ sql }: Context, mailId: string): Promise<boolean> {
  const [mail] = await sql<{ kind: string; personId: string | null; data: Record<string, string> }[]>`
    select kind, person_id as "personId", data from mail where id = ${mailId}`
  return !mail || mayRead(sql, mail)
}

async function isRecent({ sql }: Context, mailId: string, withinMs: number): Promise<boolean> {
  const [row] = await sql`
    select from mail where id = ${mailId} and created_at > app_now() - ${withinMs} * interval '1 millisecond'`
  return row !== undefined
}

function renderMail({ env, secrets }: Context, facts: MailFacts): RenderedMail {
  const origin = env.publicUrl ?? `http://localhost:${env.port}`
  // an ask has no page yet
  const askersQuestion = facts.isToAsker ? facts.questionId : null
  const view =
    askersQuestion && `/view/${linkToken(secrets.privateLink, askersQuestion, facts.linkGeneration)}`
  const words = TEMPLATES[facts.kind](unlinkedFacts(facts), {
    view,
    dashboard: facts.isSeenByAthlete ? `/dashboard?question=${facts.questionId}` : '/dashboard',
    desk: '/admin',
    profile: `/ask/${facts.athlete.username}`,
    claim:
      askersQuestion && facts.isClaim
        ? `${CLAIM_PATH}#token=${claimToken(secrets.mailedLink, askersQuestion, facts.linkGeneration)}`
        : null,
  })
  const { firstName, name, address } = facts.recipient
  const { text, html } = renderLayout(words, { origin, firstName: unlinked(firstName) })
  return {
    id: facts.id,
    recipient: { name, address },
    subject: words.subject,
    text,
    html,
    picture: words.picture ?? null,
  }
}

/** Returns the facts with everything that a person typed made safe from automatic links. */
function unlinkedFacts({ subject, athlete, asker, adminNote, athleteNote, ...facts }: MailFacts): MailFacts {
  const inAll = <T extends Record<string, string>>(words: T) =>
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, unlinked(text)])) as T
  return {
    ...facts,
    subject: unlinked(subject),
    athlete: inAll(athlete),
    asker: inAll(asker),
    adminNote: adminNote && unlinked(adminNote),
    athleteNote: athleteNote && unlinked(athleteNote),
  }
}

/**
 * Orders the mails that waited for a question's hold, after it was settled. One that is just being sent is left: if
 * it still waits at its end, the sweep orders it.
 */
export async function orderWaitingMails(context: Context, questionId: string): Promise<void> {
  const unsent = await context.sql<{ id: string }[]>`
    select id from mail where sent_at is null and (question_id = ${questionId} or ask_id = ${questionId})
      and not ${hasJob(context.sql, 'mail.send', context.sql`mail.id::text`)}`
  await orderAll(context, unsent)
}

/**
 * Orders unsent mails without a live job again, those tried least first, so that mails that nobody accepts keep no
 * other back; ordering twice sends once.
 */
export async function sweepMails(context: Context): Promise<void> {
  const unsent = await context.sql<{ id: string }[]>`
    select id from mail where sent_at is null and created_at < app_now() - interval '1 minute'
      and created_at > app_now() - interval '7 days' and ${notDropped(context.sql, 'mail')}
      and not ${hasJob(context.sql, 'mail.send', context.sql`mail.id::text`)} order by tries, created_at limit 200`
  await orderAll(context, unsent)
}

async function orderAll(context: Context, mails: { id: string }[]): Promise<void> {
  for (const { id } of mails)
    await context.jobs.send(context.sql, 'mail.send', { mailId: id }, { singletonKey: id })
}
