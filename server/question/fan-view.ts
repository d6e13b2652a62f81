import { NOBODY } from '../../sync/account/mine.ts'
import type { FanQuestion, MyQuestionsAnswer, ViewAnswer } from '../../sync/calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { transcriptColumn } from '../media/captions/transcript.ts'
import { convertedPercentOf } from '../media/rendition/order.ts'
import { linkHash, linkToken } from '../notify/private-link.ts'
import { takenOffColumn } from '../notify/taken-off.ts'
import { chargedAtColumn } from '../payment/charged-at.ts'
import {
  byHandColumn,
  inDisputeColumn,
  inquiryColumn,
  isCorrectedColumn,
  onItsWayColumn,
  wentBackColumn,
} from '../payment/refunds-and-disputes/went-back.ts'
import { clarificationColumn, withoutAnnounced } from './clarification-column.ts'
import { sharedQuestion } from './sharing/share-links.ts'
import { type QuestionRow, questionByLink, questionsOf } from './store.ts'

type Beside = {
  id: string
  /** Null once the athlete has left. */
  athlete: FanQuestion['athlete'] | null
  videoId: string | null
  answer:
    | (Omit<NonNullable<FanQuestion['answer']>, 'videoId' | 'deliveredAt'> & {
        videoId: string
        deliveredAt: Date | null
      })
    | null
  stars: number | null
  clarification: FanQuestion['clarification']
  tips: FanQuestion['tips']
  refundedCents: number
  onItsWayCents: number
  disputedCents: number
  inquiryCents: number
  byHandCents: number
  hasCreditNote: boolean
  takenOffCents: FanQuestion['takenOffCents']
  chargedAt: Date | null
}

/**
 * Returns the page behind a private link, which shows the true state from the first minute on (S1-4.1). Refuses
 * `not-found`, `link-ended`.
 */
export async function viewByLink(context: Context, token: string): Promise<Result<ViewAnswer>> {
  const row = await questionByLink(context.sql, linkHash(token))
  if (!row) return (await viewShared(context, token)) ?? refuse(...(await formerLink(context, token)))
  const [question] = await toFanQuestions(context, [row])
  if (!question) return refuse('not-found')
  return done({ question, shared: false, now: (await context.clock.now()).getTime() })
}

/** Returns the page behind a shared link: the question and its answer, without the money and the notes. */
async function viewShared(context: Context, token: string): Promise<Result<ViewAnswer> | null> {
  const shared = await sharedQuestion(context.sql, token)
  if (!shared) return null
  if (shared.isRevoked) return refuse('link-ended', { why: 'revoked' })
  const row = shared.hash && (await questionByLink(context.sql, shared.hash))
  const [question] = row ? await toFanQuestions(context, [row]) : []
  if (!question?.answer?.videoId || question.answer.isGone) return refuse('link-ended', { why: 'ended' })
  const told = { ...question, ...UNSHARED, tips: [], videoId: null }
  return done({ question: told, shared: true, now: (await context.clock.now()).getTime() })
}

/** The fields of a question that only its fan may see. */
const UNSHARED = {
  amountCents: 0,
  hold: 'none',
  reason: null,
  adminNote: null,
  athleteNote: null,
  refundedCents: 0,
  onItsWayCents: 0,
  disputedCents: 0,
  inquiryCents: 0,
  byHandCents: 0,
  hasCreditNote: false,
  chargedAt: null,
  takenOffCents: null,
  hasAddress: true,
  stars: null,
  clarification: null,
} as const satisfies Partial<FanQuestion>

/**
 * Tells a link that once opened a question from one that never did. Only the holder of the link learns this. Where
 * the question lost its address, no newer link was mailed; apps that know only `why` read it as replaced.
 */
async function formerLink({ sql }: Context, token: string): Promise<Parameters<typeof refuse>> {
  const [former] = await sql<{ why: 'replaced' | 'ended'; hasAddress: boolean }[]>`
    select f.why, q.asker ->> 'email' <> '' as "hasAddress" from former_link f join question q on q.id = f.question_id
    where f.hash = ${linkHash(token)}`
  if (!former) return ['not-found']
  const { why, hasAddress } = former
  return ['link-ended', why === 'replaced' && !hasAddress ? { why, address: 'taken-off' } : { why }]
}

/**
 * Returns whether a private or shared link's token opens the question of this video and lets its holder play the
 * video.
 */
export async function linkOpensVideo({ sql }: Context, token: string, videoId: string): Promise<boolean> {
  const [row] = await sql`
    select from question q left join answer a on a.question_id = q.id and a.state = 'delivered'
    left join clarification cl on cl.question_id = q.id and cl.replied_at is not null
    where q.link_hash = ${linkHash(token)} and ${videoId} in (q.media_id, a.media_id, cl.media_id)`
  if (row) return true
  const shared = await sharedQuestion(sql, token)
  if (!shared?.hash || shared.isRevoked) return false
  const [answer] = await sql`
    select from answer where question_id = ${shared.questionId} and state = 'delivered' and media_id = ${videoId}`
  return answer !== undefined
}

/** Returns the questions of this browser's guest or of this account, newest first. */
export async function myQuestions(context: Context, caller: Caller): Promise<MyQuestionsAnswer> {
  const rows = await questionsOf(context.sql, caller)
  const questions = await toFanQuestions(context, rows)
  const generations = new Map(rows.map((row) => [row.id, row.linkGeneration]))
  return {
    questions: questions.map((question) => ({
      ...question,
      viewPath: viewPath(context, question.questionId, generations.get(question.questionId) ?? 1),
    })),
    now: (await context.clock.now()).getTime(),
  }
}

/** Returns the path of a question's private page (D41). It must be given only to the question's own asker. */
export function viewPath(context: Pick<Context, 'secrets'>, questionId: string, generation: number): string {
  return `/view/${linkToken(context.secrets.privateLink, questionId, generation)}`
}

async function toFanQuestions({ sql }: Context, rows: QuestionRow[]): Promise<FanQuestion[]> {
  const ids = rows.map((row) => row.id)
  const beside = await sql<Beside[]>`
    select q.id, case when p.leaving_at is null then json_build_object('firstName', p.first_name, 'lastName',
        p.last_name, 'username', p.username, 'sport', coalesce(p.sport, ''), 'pictureUrl', p.picture_url, 'isListed', p.listed and p.role in ('creator', 'test'), 'isClosed', p.closed_at is not null) end as athlete,
      case when m.state = 'stored' then m.id end as "videoId",
      case when a.id is not null then json_build_object('state', a.state, 'videoId', a.media_id, 'isGone', a.state = 'delivered' and am.state = 'purged', 'durationMs', a.duration_ms,
        'deliveredAt', a.delivered_at, 'isGift', a.gift, 'convertedPercent', ${convertedPercentOf(sql, sql`a.media_id`)},
        'transcript', ${transcriptColumn(sql, 'am')}) end as answer,
      coalesce((select json_agg(json_build_object('amountCents', tip.amount_cents, 'paidAt',
        floor(extract(epoch from tip.paid_at) * 1000), 'refundedCents', ${wentBackColumn(sql, 'tip')},
        'onItsWayCents', ${onItsWayColumn(sql, 'tip')}, 'disputedCents', ${inDisputeColumn(sql, 'tip')},
        'inquiryCents', ${inquiryColumn(sql, 'tip')}, 'byHandCents', ${byHandColumn(sql, 'tip')}) order by tip.paid_at)
        from tip where tip.question_id = q.id and tip.state = 'paid'), '[]') as tips, r.stars, ${clarificationColumn(sql)} as clarification,
      coalesce((select sum(${wentBackColumn(sql, 'hold')}) from hold where hold.ask_id = q.id), 0)::int as "refundedCents",
      coalesce((select sum(${onItsWayColumn(sql, 'hold')}) from hold where hold.ask_id = q.id), 0)::int as "onItsWayCents",
      coalesce((select sum(${inDisputeColumn(sql, 'hold')}) from hold where hold.ask_id = q.id), 0)::int as "disputedCents",
      coalesce((select sum(${inquiryColumn(sql, 'hold')}) from hold where hold.ask_id = q.id), 0)::int as "inquiryCents",
      coalesce((select sum(${byHandColumn(sql, 'hold')}) from hold where hold.ask_id = q.id), 0)::int as "byHandCents",
      ${isCorrectedColumn(sql, chargesOf(sql))} as "hasCreditNote",
      ${takenOffColumn(sql, sql`q.id`, sql`q.amount_cents`)} as "takenOffCents", ${chargedAtColumn(sql, sql`q.id`)} as "chargedAt"
    from question q join person p on p.id = q.athlete_id left join media m on m.id = q.media_id
    left join answer a on a.question_id = q.id and a.state <> 'withdrawn' left join media am on am.id = a.media_id
    left join rating r on r.answer_id = a.id left join clarification cl on cl.question_id = q.id where q.id = any (${ids}::uuid[])`
  const byId = new Map(beside.map((each) => [each.id, each]))
  return rows.flatMap((row) => {
    const found = byId.get(row.id)
    return found ? [fanQuestion(row, found)] : []
  })
}

/** The ids of all charges for a question `q`, for the answer and for tips. */
const chargesOf = (sql: Queryable) => sql`
  select h.charge_id from hold h where h.ask_id = q.id union all select p.charge_id from tip p where p.question_id = q.id`

const FORMER = { ...NOBODY, username: '', sport: '', pictureUrl: null, isListed: false, isClosed: false }

/** Returns the fields that a fan sees of their own question; the answer's video only once it is delivered. */
function fanQuestion(
  row: QuestionRow,
  { id: _, athlete, videoId, answer, stars, clarification, chargedAt, ...money }: Beside,
): FanQuestion {
  return {
    questionId: row.id,
    athlete: athlete ?? FORMER,
    subject: row.subject,
    kind: row.kind,
    text: row.text,
    videoId,
    status: row.status,
    reason: row.reason,
    submittedAt: row.submittedAt.getTime(),
    screeningEndsAt: row.screeningEndsAt.getTime(),
    approvedAt: row.approvedAt?.getTime() ?? null,
    dueAt: row.dueAt?.getTime() ?? null,
    graceEndsAt: row.graceEndsAt?.getTime() ?? null,
    settledAt: row.settledAt?.getTime() ?? null,
    amountCents: row.amountCents,
    hold: row.holdState,
    adminNote: row.adminNote || null,
    athleteNote: row.athleteNote || null,
    answer: answer && {
      state: answer.state,
      videoId: answer.state === 'delivered' ? answer.videoId : null,
      isGone: answer.isGone,
      durationMs: answer.durationMs,
      deliveredAt: answer.deliveredAt ? new Date(answer.deliveredAt).getTime() : null,
      isGift: answer.isGift,
      convertedPercent: answer.state === 'delivered' ? null : answer.convertedPercent,
      transcript: answer.state === 'delivered' ? answer.transcript : null,
    },
    stars,
    hasAddress: row.asker.email !== '',
    clarification: withoutAnnounced(clarification),
    payAgainUntil: waitsForPayment(row) ? (row.payAgainUntil?.getTime() ?? null) : null,
    chargedAt: chargedAt?.getTime() ?? null,
    ...money,
  }
}

/** Returns whether the fan still has to pay again; false as soon as the next card is held, as in the mails. */
const waitsForPayment = ({ status, holdState }: QuestionRow) =>
  status === 'approved' && !['held', 'capturing', 'captured'].includes(holdState)
