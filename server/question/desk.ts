import type { DeskQuestionAnswer, DeskQuestionsAnswer, DeskRow } from '../../sync/calls.ts'
import { APPROVAL_NEEDS_MS } from '../../sync/limits.ts'
import { ageInYears } from '../../sync/moment.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../sync/question/status.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { KeptAsker, QuestionRow } from './store.ts'

const PAGE = 50

type Row = {
  id: string
  revision: number
  amountCents: number
  receiver: string
  asker: KeptAsker
  subject: string
  kind: 'text' | 'video'
  status: QuestionStatus
  submittedAt: Date
  screeningEndsAt: Date
}

/** A page of requests for the desk, newest first (S2-7.13): by status, after the last row seen. */
export async function listForDesk(
  { sql, clock }: Context,
  request: { status: QuestionStatus | null; after: { submittedAt: number; id: string } | null },
): Promise<DeskQuestionsAnswer> {
  const now = (await clock.now()).getTime()
  const after = request.after
  const rows = await sql<Row[]>`
    select q.id, q.revision, q.amount_cents as "amountCents", p.username as receiver, q.asker, q.subject, q.kind, q.status,
      q.submitted_at as "submittedAt", q.screening_ends_at as "screeningEndsAt"
    from question q join person p on p.id = q.athlete_id
    where (${request.status}::text is null or q.status = ${request.status})
      ${after ? sql`and (q.submitted_at, q.id) < (${new Date(after.submittedAt)}, ${after.id})` : sql``}
    order by q.submitted_at desc, q.id desc limit ${PAGE + 1}`
  return {
    rows: rows.slice(0, PAGE).map((row) => deskRow(row, now)),
    more: rows.length > PAGE,
    counts: await countByStatus(sql),
    now,
  }
}

function deskRow(row: Row, now: number): DeskRow {
  const { asker, submittedAt, screeningEndsAt, ...rest } = row
  return {
    id: rest.id,
    revision: rest.revision,
    amountCents: rest.amountCents,
    receiver: rest.receiver,
    requester: `${asker.firstName} ${asker.lastName}`,
    subject: rest.subject,
    kind: rest.kind,
    status: rest.status,
    submittedAt: submittedAt.getTime(),
    screeningEndsAt: screeningEndsAt.getTime(),
    under18: ageInYears(asker.birthDate, now) < 18,
  }
}

async function countByStatus(sql: Sql): Promise<DeskQuestionsAnswer['counts']> {
  const rows = await sql<{ status: QuestionStatus; count: number }[]>`
    select status, count(*)::int as count from question group by status`
  const counts = Object.fromEntries(
    QUESTION_STATUSES.map((status) => [status, 0]),
  ) as DeskQuestionsAnswer['counts']
  for (const row of rows) counts[row.status] = row.count
  return counts
}

type Whole = Row &
  Pick<
    QuestionRow,
    'text' | 'holdState' | 'reason' | 'approvedAt' | 'dueAt' | 'adminNote' | 'athleteNote'
  > & {
    videoId: string | null
    answerVideoId: string | null
    noGoTopics: string | null
    captureBefore: Date | null
  }

/** One request whole, with everything an admin decides by. Refuses `not-found`. */
export async function findForDesk({ sql, clock }: Context, id: string): Promise<Result<DeskQuestionAnswer>> {
  const now = (await clock.now()).getTime()
  const [row] = await sql<Whole[]>`
    select q.id, q.revision, q.amount_cents as "amountCents", p.username as receiver, q.asker, q.subject, q.kind, q.status,
      q.submitted_at as "submittedAt", q.screening_ends_at as "screeningEndsAt", q.text, q.hold_state as "holdState", q.reason,
      q.approved_at as "approvedAt", q.due_at as "dueAt", q.admin_note as "adminNote", q.athlete_note as "athleteNote",
      case when m.state = 'stored' then m.id end as "videoId", case when am.state = 'stored' and a.state = 'delivered' then am.id end as "answerVideoId",
      p.no_go_topics as "noGoTopics", h.capture_before as "captureBefore"
    from question q join person p on p.id = q.athlete_id
    left join media m on m.id = q.media_id
    left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    left join media am on am.id = a.media_id
    left join lateral (select capture_before from hold where ask_id = q.id order by attempt desc limit 1) h on true
    where q.id = ${id}`
  if (!row) return refuse('not-found')
  const captureBefore = row.captureBefore?.getTime() ?? null
  return done({
    ...deskRow(row, now),
    email: row.asker.email,
    city: row.asker.city,
    countryCode: row.asker.countryCode,
    text: row.text,
    videoId: row.videoId,
    answerVideoId: row.answerVideoId,
    hold: row.holdState,
    captureBefore,
    reason: row.reason,
    approvedAt: row.approvedAt?.getTime() ?? null,
    dueAt: row.dueAt?.getTime() ?? null,
    adminNote: row.adminNote,
    athleteNote: row.athleteNote,
    noGoTopics: row.noGoTopics,
    approvableUntil: captureBefore === null ? null : captureBefore - APPROVAL_NEEDS_MS,
  })
}
