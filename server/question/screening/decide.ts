import { UNDO_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, callerRole, can, type DeskRole, type Role } from '../../../sync/roles.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Context } from '../../context.ts'
import { eachAlone } from '../../each-alone.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { type TxContext, transact } from '../../transact.ts'
import { lockQuestion } from '../get.ts'
import {
  approveQuestion,
  checkApproval,
  questionToScreen,
  rejectQuestion,
  type Screened,
} from '../screen-question.ts'

type Seen = { questionId: string; revision: number }
type Decision = Seen & { decision: 'approve' | 'reject'; note: string }
type Decided = Result<Screened & { takesEffectAt?: number }>

/**
 * Approves a question for an admin, at once or after ten seconds during which the decision can be undone (S2-4.3).
 */
export function approve(
  work: TxContext,
  caller: Caller,
  { undoable, ...seen }: Seen & { undoable?: boolean | undefined },
): Promise<Decided> {
  return undoable
    ? decideLater(work, caller, { ...seen, decision: 'approve', note: '' })
    : approveQuestion(work, caller, seen)
}

/** Rejects a question for an admin, at once or after ten seconds during which the decision can be undone (S2-4.5). */
export function reject(
  work: TxContext,
  caller: Caller,
  { undoable, ...seen }: Seen & { note: string; undoable?: boolean | undefined },
): Promise<Decided> {
  return undoable
    ? decideLater(work, caller, { ...seen, decision: 'reject' })
    : rejectQuestion(work, caller, seen)
}

/**
 * Stores a decision until it takes effect, on the server, so that a closed tab or a crashed browser does not affect
 * it. Until then the question is unchanged: nothing replicates, and nothing is mailed or paid. Refuses as the
 * decision itself would.
 */
async function decideLater(work: TxContext, caller: Caller, args: Decision): Promise<Decided> {
  const { tx, now } = work
  const found = await questionToScreen(work, caller, args)
  if (!found.ok) return found
  const question = found.value
  const may = args.decision === 'approve' ? await checkApproval(work, question) : done(true as const)
  if (!may.ok) return may
  const takesEffectAt = new Date(now.getTime() + UNDO_MS)
  await tx`
    insert into screening_decision (question_id, decision, note, revision, admin_id, takes_effect_at)
    values (${question.id}, ${args.decision}, ${args.note}, ${question.revision}, ${caller.personId}, ${takesEffectAt})
    on conflict (question_id) do update set decision = excluded.decision, note = excluded.note, revision = excluded.revision,
      admin_id = excluded.admin_id, takes_effect_at = excluded.takes_effect_at, refused = null`
  await enqueue(work, 'screening.decide', { data: { questionId: question.id }, startAfter: takesEffectAt })
  return done({
    status: question.status,
    revision: question.revision,
    takesEffectAt: takesEffectAt.getTime(),
  })
}

/**
 * Undoes a waiting decision before it takes effect, or removes a failed one from the desk. Refuses
 * `already-decided`.
 */
export async function undoDecision(
  work: TxContext,
  caller: Caller,
  { questionId }: { questionId: string },
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const [undone] = await work.tx<{ decision: string }[]>`
    delete from screening_decision
    where question_id = ${questionId} and (refused is not null or takes_effect_at > ${work.now}) returning decision`
  if (!undone) {
    const question = await lockQuestion(work.tx, questionId)
    return question ? refuse('already-decided', { status: question.status }) : refuse('not-found')
  }
  await recordAct(work, caller, {
    act: 'question.undo',
    subject: questionId,
    detail: { decision: undone.decision },
  })
  return done({})
}

type Waiting = Decision & { adminId: string; role: Role; deskRole: DeskRole | null }

/**
 * Carries out a decision that is due by the database's clock, once. If it is no longer possible, because the hold
 * is gone or the question changed, the question stays as it is and the desk shows the refusal.
 */
export async function makeDecision(inside: TxContext, questionId: string): Promise<void> {
  const { tx, now } = inside
  // lock the question first, as everywhere
  const question = await lockQuestion(tx, questionId)
  const [waiting] = await tx<Waiting[]>`
    delete from screening_decision d using person p
    where d.question_id = ${questionId} and d.refused is null and d.takes_effect_at <= ${now} and p.id = d.admin_id
    returning d.question_id as "questionId", d.decision, d.note, d.revision, d.admin_id as "adminId", p.role,
      p.desk_role as "deskRole"`
  if (!waiting || question?.status !== 'new') return
  const { adminId, role, deskRole, decision, ...seen } = waiting
  const caller: Caller = {
    role: callerRole(role, deskRole),
    personId: adminId,
    guestId: null,
    sessionId: null,
  }
  const decided = await (decision === 'approve' ? approveQuestion : rejectQuestion)(inside, caller, seen)
  if (decided.ok) return
  await tx`
    insert into screening_decision (question_id, decision, note, revision, admin_id, takes_effect_at, refused)
    values (${questionId}, ${decision}, ${seen.note}, ${seen.revision}, ${adminId}, ${now}, ${decided.refusal.code})`
}

/** Carries out due decisions whose job was lost. */
export async function sweepDecisions(context: Context): Promise<void> {
  const due = await context.sql<{ id: string }[]>`
    select question_id as id from screening_decision where refused is null and takes_effect_at <= app_now() limit 200`
  await eachAlone(due, ({ id }) => transact(context, (inside) => makeDecision(inside, id)))
}
