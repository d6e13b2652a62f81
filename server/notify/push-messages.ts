import type { pushSubscriptionCall } from '../../sync/calls.ts'
import type { NotSentBecause } from '../../sync/desk/messages.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { Context } from '../context.ts'
import { notDropped } from '../db/dropped.ts'
import { isLive } from '../db/live-session.ts'
import { hasJob } from '../jobs/boss-rows.ts'
import type { TxContext } from '../transact.ts'
import type { PushKind } from './enqueue.ts'
import type { PushOutcome, PushPayload, PushTarget } from './push-sender.ts'
import { followDesk, isStillTrue } from './still-true.ts'
import { mayRead } from './team-readers.ts'

const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
]
const DEVICES_PER_PERSON = 20
/** How long a push service keeps a push message for a device that is off. */
const KEPT_S = 3 * 86_400

/** Returns whether an endpoint belongs to a known push service: the server must call no other address for a user. */
function isPushService(endpoint: string, mode: Context['env']['mode']): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (mode === 'test' && url.hostname === '127.0.0.1') return true
  const plain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return plain && HOSTS.some((host) => host.test(url.hostname))
}

/**
 * Stores or removes the push subscription of the signed-in person's device, which ends with the session. Refuses an
 * endpoint of an unknown push service.
 */
export async function subscribeDevice(
  { context, tx }: TxContext,
  caller: Caller,
  { endpoint, keys }: Infer<typeof pushSubscriptionCall>,
): Promise<Result<Record<string, never>>> {
  if (!caller.personId || !can(caller, 'receive-push')) return refuse('sign-in-first')
  if (keys === null) {
    await tx`delete from push_subscription where endpoint = ${endpoint} and person_id = ${caller.personId}`
    return done({})
  }
  if (!isPushService(endpoint, context.env.mode)) return refuse('bad-shape')
  const kept = await tx`
    insert into push_subscription (endpoint, person_id, session_id, p256dh, auth)
    select ${endpoint}, ${caller.personId}, s.id, ${keys.p256dh}, ${keys.auth}
    from auth.session s where s.id = ${caller.sessionId} for key share
    on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth
    returning 1`
  // the session ended during the call
  if (kept.length === 0) return refuse('sign-in-first')
  await tx`
    delete from push_subscription where person_id = ${caller.personId} and endpoint in (
      select endpoint from push_subscription where person_id = ${caller.personId}
      order by created_at desc offset ${DEVICES_PER_PERSON})`
  return done({})
}

/** Returns whether a push message can reach the person: on a device with a live session. */
export async function isReachable({ tx }: TxContext, personId: string): Promise<boolean> {
  const [device] = await tx`
    select from push_subscription d join auth.session s on s.id = d.session_id
    where d.person_id = ${personId} and ${isLive(tx)} limit 1`
  return device !== undefined
}

/**
 * Records that a device received a push message. Knowing the id proves that it was sent there. Nothing else is
 * changed or revealed.
 */
export async function receivePush({ tx }: TxContext, pushId: string): Promise<void> {
  await tx`update push_message set received_at = app_now() where id = ${pushId} and received_at is null`
}

/** The words of each push message; a kind without words does not compile. */
export const PUSH_WORDS: Record<PushKind, (name: string) => Pick<PushPayload, 'title' | 'body'>> = {
  'request-approved': () => ({
    title: 'A new question is waiting',
    body: 'Open the app to see it. You can answer offline.',
  }),
  'request-reminder': () => ({ title: 'A question is still waiting', body: 'Its time is running out.' }),
  'answer-not-arrived': () => ({
    title: 'Your answer has not reached us yet',
    body: 'Open the app with a network, so that it can be sent.',
  }),
  'answer-delivered': () => ({ title: 'Your answer is delivered', body: 'The fan can watch it now.' }),
  'clarification-asked': () => ({
    title: 'A fan asked a follow-up question',
    body: 'About an answer you gave. You may reply in writing or by video; it is free.',
  }),
  'clarification-replied': () => ({
    title: 'You have a reply',
    body: 'To your follow-up question.',
  }),
  'desk-first': () => ({ title: 'A request waits to be screened', body: 'Open the desk to see it.' }),
  'desk-ending': () => ({ title: 'A request runs out of time', body: 'Nobody has screened it yet.' }),
  'answer-ready': () => ({ title: 'Your answer is here', body: `Open ${PRODUCT.name} to watch it.` }),
}

type Push = {
  id: string
  kind: PushKind
  questionId: string
  personId: string
  handedTo: string[]
  /** How long the message is of use: for a question that waits for its athlete, until the question ends. */
  ttlS: number
}

/**
 * Hands a push message to every device of its person at the same time, so that one failing push service does not
 * block the others; only the failed ones are tried again. Devices that are gone are deleted. Delivered at least
 * once, shown once because of its tag. One that is no longer true, or for somebody who left the team, is handed to
 * none. Throws while a device is still to be reached.
 */
export async function sendPush(context: Context, pushId: string): Promise<void> {
  await followDesk(context.sql, 'push_message', pushId)
  const [push] = await context.sql<Push[]>`
    select p.id, p.kind, p.question_id as "questionId", p.person_id as "personId", p.handed_to as "handedTo",
      case when p.kind like 'request-%' and q.due_at is not null
        then greatest(0, least(${KEPT_S}, extract(epoch from q.due_at - app_now())))::int
        when p.kind like 'desk-%'
        then greatest(0, least(${KEPT_S}, extract(epoch from q.screening_ends_at - app_now())))::int
        when p.kind = 'answer-not-arrived' and q.grace_ends_at is not null
        then greatest(0, least(${KEPT_S}, extract(epoch from q.grace_ends_at - app_now())))::int else ${KEPT_S}::int end as "ttlS"
    from push_message p left join question q on q.id = p.question_id where p.id = ${pushId} and p.sent_at is null
      and not exists (select from dropped_trouble d where d.id = p.id)`
  if (!push) return
  if (!(await isStillTrue(context.sql, push.kind, push.questionId)))
    return settle(context, pushId, 'no-longer-true')
  if (!(await mayRead(context.sql, push))) return settle(context, pushId, 'may-no-longer-read')
  const devices = await context.sql<PushTarget[]>`
    select d.endpoint, d.p256dh, d.auth from push_subscription d join auth.session s on s.id = d.session_id
    where d.person_id = ${push.personId} and ${isLive(context.sql)}`
  const left = devices.filter(
    ({ endpoint }) => isPushService(endpoint, context.env.mode) && !push.handedTo.includes(endpoint),
  )
  const ready = { ...push, payload: await payloadOf(context, push) }
  const tried = await Promise.allSettled(left.map((device) => handOver(context, ready, device)))
  const failed = tried.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await context.sql`
      update push_message set tries = tries + 1, error = ${String(failed.reason)}
      where id = ${pushId} and sent_at is null`
    throw failed.reason
  }
  const outcomes = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  await settle(context, pushId, push.handedTo.length > 0 ? null : whyToNobody(outcomes))
}

/** Returns why no device got a push message; null where one did. */
function whyToNobody(outcomes: readonly PushOutcome[]): NotSentBecause | null {
  if (outcomes.includes('sent')) return null
  return outcomes.some((outcome) => typeof outcome === 'object') ? 'refused' : 'no-device'
}

/** Marks a push message as sent, or as one that goes to nobody and why. */
async function settle(
  { sql }: Context,
  pushId: string,
  notSentBecause: NotSentBecause | null,
): Promise<void> {
  await sql`
    update push_message set sent_at = app_now(), tries = tries + 1, error = null, not_sent_because = ${notSentBecause}
    where id = ${pushId} and sent_at is null`
}

const REFUSED =
  'a push service refuses a message for good: look whether VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY have changed (docs/runbooks/lost-key.md)'

async function handOver(
  context: Context,
  push: Push & { payload: PushPayload },
  device: PushTarget,
): Promise<PushOutcome> {
  const { sql, log } = context
  const { id, kind, payload, ttlS } = push
  const urgency = kind === 'request-approved' ? 'high' : 'normal'
  const outcome = await context.push.send(device, payload, { urgency, ttlS })
  await context.fault('push.after-send')
  if (outcome === 'gone') await sql`delete from push_subscription where endpoint = ${device.endpoint}`
  const service = new URL(device.endpoint).hostname
  if (typeof outcome === 'object') log.warn({ service, kind, status: outcome.refused }, REFUSED)
  else log.debug({ service, kind, outcome }, 'a push message was handed over')
  if (outcome !== 'gone')
    await sql`update push_message set handed_to = array_append(handed_to, ${device.endpoint}) where id = ${id}`
  return outcome
}

async function payloadOf(context: Context, { id, kind, questionId, personId }: Push): Promise<PushPayload> {
  return {
    ...PUSH_WORDS[kind](PRODUCT.name),
    id,
    tag: `${kind}-${questionId}`,
    url: kind.startsWith('desk-') ? '/admin' : `/dashboard?question=${questionId}`,
    ...(await countWaiting(context, personId)),
  }
}

/**
 * Returns the count on the athlete's dashboard, by the same rule (`client/answer/waiting.ts`); nothing for anybody
 * else.
 */
async function countWaiting({ sql }: Context, personId: string): Promise<{ waiting?: number }> {
  const [counted] = await sql<{ waiting: number }[]>`
    select (select count(*)::int from question q where q.athlete_id = p.id and q.status = 'approved'
      and q.grace_ends_at is null and q.due_at > app_now()) as waiting
    from person p where p.id = ${personId} and p.role = 'creator'`
  return { ...counted }
}

/** Orders unsent push messages without a live job again, those tried least first. */
export async function sweepPushes(context: Context): Promise<void> {
  const unsent = await context.sql<{ id: string }[]>`
    select id from push_message where sent_at is null and created_at < app_now() - interval '1 minute'
      and created_at > app_now() - interval '1 day' and ${notDropped(context.sql, 'push_message')}
      and not ${hasJob(context.sql, 'push.send', context.sql`push_message.id::text`)} order by tries, created_at limit 200`
  for (const { id } of unsent) {
    await context.jobs.send(context.sql, 'push.send', { pushId: id }, { singletonKey: id })
  }
}
