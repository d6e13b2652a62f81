import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { IntentName } from '../../../sync/intents.ts'
import type { Device, OutboxRow } from '../../db/device.ts'

/** The intents that announce a video which follows them: an answer's, or a reply's to a clarification. */
const ANNOUNCEMENTS = ['answer.submit', 'answer.give', 'clarification.film'] as const satisfies IntentName[]
export type AnnouncementName = (typeof ANNOUNCEMENTS)[number]

/** Returns whether an intent announces a video. */
export function isAnnouncement(name: IntentName): name is AnnouncementName {
  return (ANNOUNCEMENTS as readonly IntentName[]).includes(name)
}

/** Returns the id of the video that an entry announces, if it announces one. */
export function videoOf({ args }: Pick<OutboxRow, 'args'>): string | undefined {
  return (args.video as { id?: string } | undefined)?.id
}

/** Returns whether an outbox entry announces this take. */
export function isAnnouncementOf(entry: Pick<OutboxRow, 'name' | 'args'>, takeId: string): boolean {
  return isAnnouncement(entry.name) && videoOf(entry) === takeId
}

/**
 * Returns the answers that a take belongs to by its last announcement, because an earlier answer may have been
 * withdrawn before the take was sent again or given later (D5, D54). Compares only the video's id when this device
 * no longer has an announcement.
 */
export function answersOf<Answer extends Pick<AnswerDocument, 'id' | 'videoId'>>(
  takeId: string,
  answers: readonly Answer[],
  entries: readonly Pick<OutboxRow, 'name' | 'args' | 'state'>[],
): Answer[] {
  const last = entries.findLast((entry) => entry.state !== 'refused' && isAnnouncementOf(entry, takeId))
  return answers.filter(({ id, videoId }) => (last ? id === last.args.answerId : videoId === takeId))
}

/**
 * Returns whether an answer was announced before its question ended and was opened again (D54). Its withdrawal then
 * says nothing about the video, which the server may have received in full since. Both moments are the server's.
 */
export function isOfFormerOpening(
  { submittedAt }: Pick<AnswerDocument, 'submittedAt'>,
  { approvedAt }: Pick<QuestionDocument, 'approvedAt'>,
): boolean {
  return approvedAt !== null && submittedAt < approvedAt
}

/**
 * Frees the question for another answer, when a take is no longer on its way. Runs inside a transaction on
 * `outbox`.
 */
export async function freeQuestion({ outbox }: Device, takeId: string): Promise<void> {
  await outbox
    .orderBy('answering')
    .and((row) => videoOf(row) === takeId)
    .modify((row) => {
      delete row.answering
    })
}
