import { SAME_TEXT_MS, SCREENING_WARNING_MS } from '../../../sync/limits.ts'
import { type Flag, flagsOf } from '../../../sync/question/flags.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { isBlocked } from '../../account/access/blocked-address.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { enqueueMail, enqueuePushMessage } from '../../notify/enqueue.ts'
import { teamFor } from '../../notify/team-readers.ts'
import type { TxContext } from '../../transact.ts'
import { lockQuestion } from '../get.ts'

/** The least length of a text that counts as a repetition; shorter texts can be equal by chance. */
export const REPEATED_FROM_CHARACTERS = 20

type Asked = {
  id: string
  subject: string
  text: string
  noGoTopics: string | null
  screeningEndsAt: Date
  /**
   * The address that somebody typed without signing in. Flags about it decide nothing, because the address is
   * unproven; they only inform admins.
   */
  typed: { email: string; emailKey: string; athleteId: string; isFree: boolean } | null
}

/** Puts a new question on the desk: stores the flags that sort it (D57), and announces it there. */
export async function putOnDesk(work: TxContext, asked: Asked): Promise<void> {
  const flags = [
    ...flagsOf(asked, asked.noGoTopics),
    ...((await isRepeated(work, asked)) ? ['repeated'] : []),
    ...(await flagsOfAddress(work, asked)),
  ]
  if (flags.length > 0) await work.tx`update question set flags = ${flags} where id = ${asked.id}`
  await announceOnDesk(work, asked)
}

/**
 * Tells admins of a question to screen if no other one was waiting, and enqueues a warning before its screening
 * ends.
 */
export async function announceOnDesk(
  work: TxContext,
  { id: questionId, screeningEndsAt }: Pick<Asked, 'id' | 'screeningEndsAt'>,
): Promise<void> {
  const [other] = await work.tx`select from question where status = 'new' and id <> ${questionId} limit 1`
  if (!other) await tellAdmins(work, 'desk-first', questionId)
  const endsAt = screeningEndsAt.getTime()
  const startAfter = new Date(endsAt - Math.min(SCREENING_WARNING_MS, (endsAt - work.now.getTime()) / 2))
  await enqueue(work, 'screening.ending', { data: { questionId, endsAt }, startAfter })
}

/** Returns the flags of an unproven address. */
async function flagsOfAddress(work: TxContext, { id, typed }: Asked): Promise<Flag[]> {
  if (!typed) return []
  const { email, emailKey, athleteId, isFree } = typed
  const [before] = isFree
    ? await work.tx`
        select from question where athlete_id = ${athleteId} and id <> ${id} and asker ->> 'emailKey' = ${emailKey}
          and status not in ('rejected', 'athlete rejected') limit 1`
    : []
  return [
    ...((await isBlocked(work, { email, isProven: false })) ? ['blocked' as const] : []),
    ...(before ? ['free-again' as const] : []),
  ]
}

async function isRepeated({ tx, now }: TxContext, { id, text }: Asked): Promise<boolean> {
  if (countCharacters(text) < REPEATED_FROM_CHARACTERS) return false
  const [same] = await tx`
    select from question where kind = 'text' and md5(lower(text)) = md5(lower(${text})) and id <> ${id}
      and submitted_at > ${new Date(now.getTime() - SAME_TEXT_MS)} limit 1`
  return same !== undefined
}

/**
 * Warns admins that an undecided question is about to run out, at most once an hour. A warning that was not sent,
 * because its own question was decided first, does not count. Does nothing if its screening ends at another time
 * since, because it was reopened.
 */
export async function warnDesk(
  work: TxContext,
  { questionId, endsAt }: { questionId: string; endsAt?: number },
): Promise<void> {
  const question = await lockQuestion(work.tx, questionId)
  if (question?.status !== 'new') return
  // a job of an earlier version names no end
  if (endsAt !== undefined && question.screeningEndsAt.getTime() !== endsAt) return
  const [told] = await work.tx`
    select from mail m where kind = 'desk-ending' and created_at > app_now() - interval '1 hour' and not exists (
      select from question_event e where e.question_id = m.question_id and e.move <> 'ask'
        and e.at between m.created_at and m.sent_at) limit 1`
  if (!told) await tellAdmins(work, 'desk-ending', questionId)
}

async function tellAdmins(
  work: TxContext,
  kind: 'desk-first' | 'desk-ending',
  questionId: string,
): Promise<void> {
  for (const personId of await teamFor(work.tx, kind)) {
    await enqueueMail(work, { kind, questionId, personId })
    await enqueuePushMessage(work, { kind, questionId, personId })
  }
}
