import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { IntentName } from '../../../sync/intents.ts'
import type { Device, OutboxRow } from '../../db/device.ts'

/** The intents that announce a video which follows them: an answer's, or a reply's to a clarification. */
const ANNOUNCEMENTS = ['answer.submit', 'answer.give', 'clarification.film'] as const satisfies IntentName[]
export type AnnouncementName = (typeof ANNOUNCEMENTS)[number]

/** Whether an intent announces a video. */
export function isAnnouncement(name: IntentName): name is AnnouncementName {
  return (ANNOUNCEMENTS as readonly IntentName[]).includes(name)
}

/** The video that an entry brings, if it brings one. */
export function videoOf({ args }: Pick<OutboxRow, 'args'>): string | undefined {
  return (args.video as { id?: string } | undefined)?.id
}

/**
 * The answers that a take is by its last announcement: one in time may have been withdrawn before the take was given, or
 * sent again (D5, D54). By its video alone where this device has no announcement of it any more.
 */
export function answersOf<Answer extends Pick<AnswerDocument, 'id' | 'videoId'>>(
  takeId: string,
  answers: readonly Answer[],
  entries: readonly Pick<OutboxRow, 'name' | 'args' | 'state'>[],
): Answer[] {
  const last = entries.findLast(
    (entry) => entry.state !== 'refused' && isAnnouncement(entry.name) && videoOf(entry) === takeId,
  )
  return answers.filter(({ id, videoId }) => (last ? id === last.args.answerId : videoId === takeId))
}

/**
 * Whether an answer was announced before its question ended and was opened again (D54): that it is withdrawn then says
 * nothing of its video, which the server may have taken whole since. Both moments are the server's.
 */
export function isOfFormerOpening(
  { submittedAt }: Pick<AnswerDocument, 'submittedAt'>,
  { approvedAt }: Pick<QuestionDocument, 'approvedAt'>,
): boolean {
  return approvedAt !== null && submittedAt < approvedAt
}

/** A take that is not on its way any more leaves its question to another; inside a transaction on `outbox`. */
export async function freeQuestion({ outbox }: Device, takeId: string): Promise<void> {
  await outbox
    .orderBy('answering')
    .and((row) => videoOf(row) === takeId)
    .modify((row) => {
      delete row.answering
    })
}
