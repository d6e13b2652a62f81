import type { QuestionDocument } from '../../sync/collections.ts'
import { useSession } from '../api/session.ts'
import type { Device, OutboxRow, TakeRow } from '../db/device.ts'
import { isAnnouncement } from '../store/sending/announced.ts'
import { useStored } from '../store/use-device.ts'
import { useDocuments } from '../store/use-document.ts'
import { useNow } from './use-now.ts'
import { type Waiting, waitingQuestions } from './waiting.ts'

export type WaitingView = {
  waiting: Waiting[]
  /** The list can be shown: read, or as it was shown last. */
  ready: boolean
  /** The list is the whole truth of this device. */
  isWhole: boolean
}

/** The questions that wait for the signed-in athlete, the one due first first; the same with and without a network. */
export function useWaiting(): WaitingView {
  const { account } = useSession()
  const now = useNow()
  const questions = useDocuments('questions', { where: { athleteId: account, status: 'approved' } })
  const conversations = useDocuments('conversations')
  const withdrawn = useDocuments('answers', { where: { athleteId: account, state: 'withdrawn' } })
  const here = useStored(readUnderWay)
  const waiting = waitingQuestions(questions.rows, conversations.rows, {
    takes: here?.takes ?? [],
    entries: here?.entries ?? [],
    answers: withdrawn.rows,
    now,
  })
  const isPainted = questions.ready || questions.fromSnapshot
  const isRead = here !== null
  return { waiting: isRead ? waiting : [], ready: isPainted && isRead, isWhole: questions.ready && isRead }
}

/** Whether this person is the one who is asked; a creator may be a fan of somebody else. */
export function isAsked(question: Pick<QuestionDocument, 'athleteId'>, personId: string | null): boolean {
  return question.athleteId === personId
}

/** What is under way from this device of what waits. */
export async function readUnderWay(device: Device): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const takes = await device.takes.where('state').anyOf('queued', 'uploading', 'sent').toArray()
  const entries = await device.outbox
    .filter(({ name }) => name === 'question.decline' || isAnnouncement(name))
    .toArray()
  return { takes, entries }
}
