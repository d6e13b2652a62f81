import { foldText } from '../../sync/athlete/directory-rule.ts'
import {
  COUNTED,
  type DeskQuestionAnswer,
  type DeskQuestionsAnswer,
  type DeskRow,
  type deskQuestionsCall,
} from '../../sync/desk/requests.ts'
import type { RefusalCode } from '../../sync/errors.ts'
import { APPROVAL_NEEDS_MS } from '../../sync/limits.ts'
import { ageInYears } from '../../sync/moment.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../sync/question/status.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import { comesAfter, escapeLike, firstOf } from '../db/pages.ts'
import type { Sql } from '../db/sql.ts'
import { transcriptColumn } from '../media/captions/transcript.ts'
import { discountColumn } from '../notify/taken-off.ts'
import { onItsWayColumn, wentBackColumn } from '../payment/refunds-and-disputes/went-back.ts'
import { someArrived } from '../question/arrived.ts'
import { clarificationColumn, withoutAnnounced } from '../question/clarification-column.ts'
import type { KeptAsker, QuestionRow } from '../question/get.ts'
import { type Beside, besideRequest } from './screening/beside.ts'

const PAGE = 50

type Row = Omit<
  DeskRow,
  'requester' | 'submittedAt' | 'screeningEndsAt' | 'under18' | 'waiting' | 'taken'
> & {
  asker: KeptAsker
  submittedAt: Date
  screeningEndsAt: Date
  decision: 'approve' | 'reject' | null
  decidedBy: string
  adminId: string
  takesEffectAt: Date
  refused: RefusalCode | null
  takenBy: string | null
  takenName: string
  takenUntil: Date
}

const rowColumns = (sql: Sql) => sql`
  q.id, q.revision, q.amount_cents as "amountCents", q.hold_state as hold, coalesce((
    select ${wentBackColumn(sql, 'hold')} from hold where hold.ask_id = q.id and hold.state = 'captured'), 0)::int as "refundedCents",
  coalesce((select ${onItsWayColumn(sql, 'hold')} from hold where hold.ask_id = q.id and hold.state = 'captured'), 0)::int as "onItsWayCents", p.username as receiver, q.asker, q.subject, q.kind, q.media_id as "videoId", q.status, q.flags,
  q.submitted_at as "submittedAt", q.screening_ends_at as "screeningEndsAt", d.decision, w.first_name as "decidedBy",
  d.admin_id as "adminId", d.takes_effect_at as "takesEffectAt", d.refused,
  t.taken_by as "takenBy", tp.first_name as "takenName", t.until as "takenUntil"`
const waiting = (sql: Sql) => sql`
  left join screening_decision d on d.question_id = q.id left join person w on w.id = d.admin_id
  left join request_taken t on t.question_id = q.id and q.status = 'new' and t.until > app_now()
  left join person tp on tp.id = t.taken_by`

type Asked = { now: number; caller: Caller }

/**
 * Returns a page of requests for the desk (S2-2.110, S2-2.111, S2-7.13). Every condition has an index, so the
 * number of rows does not matter.
 */
export async function listForDesk(
  { sql, clock }: Context,
  caller: Caller,
  request: Infer<typeof deskQuestionsCall>,
): Promise<DeskQuestionsAnswer> {
  const now = (await clock.now()).getTime()
  const { status, creator, search, order, after } = request
  const isFlagged = order === 'flagged' && status === 'new'
  const isUrgent = isFlagged || (order === 'urgent' && status === 'new')
  const by = isUrgent ? 'screening_ends_at' : 'submitted_at'
  const column = sql`q.${sql(by)}`
  const [athlete] = creator
    ? await sql<{ id: string }[]>`select id from person where username = ${creator}`
    : []
  if (creator && !athlete) return { rows: [], more: false, counts: NONE, now }
  const receivers = search ? await receiversLike(sql, search) : []
  const counting = countByStatus(sql, athlete?.id ?? null)
  const reading = sql<Row[]>`
    select ${rowColumns(sql)} from question q join person p on p.id = q.athlete_id ${waiting(sql)}
    where true ${status ? sql`and q.status = ${status}` : sql``} ${athlete ? sql`and q.athlete_id = ${athlete.id}` : sql``}
      ${isFlagged ? sql`and q.flags <> '{}'` : sql``}
      ${search ? sql`and (desk_words(q.subject, q.asker) like ${likeOf(search)} or q.athlete_id = any(${receivers}::uuid[]))` : sql``}
      ${after ? sql`and ${comesAfter(sql, { table: 'question', as: 'q', by, isAscending: isUrgent }, after)}` : sql``}
    order by ${isUrgent ? sql`${column}, q.id` : sql`${column} desc, q.id desc`} limit ${PAGE + 1}`
  const [rows, counts] = await Promise.all([reading, counting])
  const { shown, more } = firstOf(rows, PAGE)
  return {
    rows: shown.map((row) => deskRow(row, { now, caller })),
    more,
    counts,
    now,
  }
}

/**
 * Returns the ids of the athletes whose username matches a search. The list is then searched by these ids, because
 * only columns of the requests themselves have an index there.
 */
async function receiversLike(sql: Sql, search: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from person where role = 'creator' and '@' || username like ${likeOf(search)}`
  return rows.map(({ id }) => id)
}

const likeOf = (search: string) => `%${escapeLike(foldText(search))}%`

function deskRow(row: Row, { now, caller }: Asked): DeskRow {
  return {
    id: row.id,
    revision: row.revision,
    amountCents: row.amountCents,
    hold: row.hold,
    refundedCents: row.refundedCents,
    onItsWayCents: row.onItsWayCents,
    receiver: row.receiver,
    requester: `${row.asker.firstName} ${row.asker.lastName}`,
    subject: row.subject,
    kind: row.kind,
    videoId: row.videoId,
    status: row.status,
    submittedAt: row.submittedAt.getTime(),
    screeningEndsAt: row.screeningEndsAt.getTime(),
    under18: ageInYears(row.asker.birthDate, now) < 18,
    flags: row.flags,
    waiting: row.decision && {
      decision: row.decision,
      by: row.decidedBy,
      isMine: row.adminId === caller.personId,
      takesEffectAt: row.takesEffectAt.getTime(),
      refused: row.refused,
    },
    taken: row.takenBy
      ? {
          personId: row.takenBy,
          by: row.takenName,
          isMine: row.takenBy === caller.personId,
          until: row.takenUntil.getTime(),
        }
      : null,
  }
}

/** The counts for a name that no athlete has, so that they never say more than the empty list beside them. */
const NONE = Object.fromEntries(
  QUESTION_STATUSES.map((status) => [status, 0]),
) as DeskQuestionsAnswer['counts']

/** Returns how many requests each status has, up to the counting limit. */
async function countByStatus(sql: Sql, athleteId: string | null): Promise<DeskQuestionsAnswer['counts']> {
  const of = athleteId ? sql`and q.athlete_id = ${athleteId}` : sql``
  const rows = await sql<{ status: QuestionStatus; count: number }[]>`
    select s.status, (select count(*)::int from (
      select from question q where q.status = s.status ${of} limit ${COUNTED + 1}) counted) as count
    from unnest(${[...QUESTION_STATUSES]}::text[]) s (status)`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as DeskQuestionsAnswer['counts']
}

type Whole = Row &
  Pick<QuestionRow, 'text' | 'reason' | 'approvedAt' | 'dueAt' | 'adminNote' | 'athleteNote'> & {
    answerVideoId: string | null
    answer: DeskQuestionAnswer['answer']
    isVideoGone: boolean
    transcript: DeskQuestionAnswer['transcript']
    clarification: DeskQuestionAnswer['clarification']
    noGoTopics: string | null
    discount: DeskQuestionAnswer['discount']
    captureBefore: Date | null
    accountEmail: string | null
  }

/** Returns one request with everything an admin needs to decide (S2-2.113 to S2-2.118). Refuses `not-found`. */
export async function findForDesk(
  { sql, clock }: Context,
  caller: Caller,
  id: string,
): Promise<Result<DeskQuestionAnswer>> {
  const now = (await clock.now()).getTime()
  const [row] = await sql<Whole[]>`
    select ${rowColumns(sql)}, q.text, q.reason, q.approved_at as "approvedAt",
      q.due_at as "dueAt", q.admin_note as "adminNote", q.athlete_note as "athleteNote",
      case when m.state = 'stored' then m.id end as "videoId", coalesce(m.state = 'purged', false) as "isVideoGone",
      case when am.state = 'stored' and a.state = 'delivered' then am.id end as "answerVideoId", 
      case when a.state = 'waiting' and ${someArrived(sql)} then 'stored' else a.state end as answer,
      case when a.state = 'delivered' then ${transcriptColumn(sql, 'am')} end as transcript, ${clarificationColumn(sql)} as clarification,
      p.no_go_topics as "noGoTopics", ${discountColumn(sql)} as discount, h.capture_before as "captureBefore",
      case when f.auth_id is not null then f.email end as "accountEmail"
    from question q join person p on p.id = q.athlete_id join person f on f.id = q.fan_id ${waiting(sql)}
    left join media m on m.id = q.media_id
    left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    left join media am on am.id = a.media_id left join clarification cl on cl.question_id = q.id
    left join lateral (select capture_before from hold where ask_id = q.id order by attempt desc limit 1) h on true
    where q.id = ${id}`
  return row ? done(whole(row, await besideRequest(sql, id, now), { now, caller })) : refuse('not-found')
}

function whole(row: Whole, beside: Beside, asked: Asked): DeskQuestionAnswer {
  const captureBefore = row.captureBefore?.getTime() ?? null
  return {
    ...deskRow(row, asked),
    ...beside,
    email: row.accountEmail ?? row.asker.email,
    isEmailConfirmed: row.accountEmail !== null,
    city: row.asker.city,
    countryCode: row.asker.countryCode,
    text: row.text,
    videoId: row.videoId,
    isVideoGone: row.isVideoGone,
    answerVideoId: row.answerVideoId,
    answer: row.answer,
    captureBefore,
    reason: row.reason,
    approvedAt: row.approvedAt?.getTime() ?? null,
    dueAt: row.dueAt?.getTime() ?? null,
    adminNote: row.adminNote,
    athleteNote: row.athleteNote,
    noGoTopics: row.noGoTopics,
    discount: row.discount,
    transcript: row.transcript,
    clarification: withoutAnnounced(row.clarification),
    approvableUntil: captureBefore === null ? null : captureBefore - APPROVAL_NEEDS_MS,
  }
}
