import type { IntentName } from '../../../sync/intents.ts'
import type { Device } from '../device.ts'

/** The intents that announce a video which follows them: an answer's, or a reply's to a clarification. */
const ANNOUNCEMENTS = ['answer.submit', 'answer.give', 'clarification.film'] as const satisfies IntentName[]
export type AnnouncementName = (typeof ANNOUNCEMENTS)[number]

/** Whether an intent announces a video. */
export function isAnnouncement(name: IntentName): name is AnnouncementName {
  return (ANNOUNCEMENTS as readonly IntentName[]).includes(name)
}

/** A take that is not on its way any more leaves its question to another; inside a transaction on `outbox`. */
export async function freeQuestion({ outbox }: Device, takeId: string): Promise<void> {
  await outbox
    .orderBy('answering')
    .and(({ args }) => (args.video as { id?: string } | undefined)?.id === takeId)
    .modify((row) => {
      delete row.answering
    })
}
