import type { QuestionDocument } from '../../sync/collections.ts'
import { useSession } from '../api/session.ts'
import type { Device, OutboxRow, TakeRow } from '../db/device.ts'
import { isAnnouncement } from '../store/sending/announced.ts'
import { useStored } from '../store/use-device.ts'
import { useDocuments } from '../store/use-document.ts'
import { type Waiting, waitingQuestions } from './waiting.ts'

export type WaitingView = {
  waiting: Waiting[]
  /** Whether the list can be shown, from the replica or as it was shown last. */
  ready: boolean
  /** Whether the list is complete, as far as this device knows. */
  isWhole: boolean
}

/** Returns the questions that wait for the signed-in athlete, the earliest due first; works offline. */
export function useWaiting(): WaitingView {
  const { account } = useSession()
  const questions = useDocuments('questions', { where: { athleteId: account, status: 'approved' } })
  const conversations = useDocuments('conversations')
  const withdrawn = useDocuments('answers', { where: { athleteId: account, state: 'withdrawn' } })
  const here = useStored(readUnderWay)
  const waiting = waitingQuestions(questions.rows, conversations.rows, {
    takes: here?.takes ?? [],
    entries: here?.entries ?? [],
    answers: withdrawn.rows,
  })
  const isPainted = questions.ready || questions.fromSnapshot
  const isRead = here !== null
  return { waiting: isRead ? waiting : [], ready: isPainted && isRead, isWhole: questions.ready && isRead }
}

/** Checks whether this person is the athlete asked; an athlete can also be the fan of another one. */
export function isAsked(question: Pick<QuestionDocument, 'athleteId'>, personId: string | null): boolean {
  return question.athleteId === personId
}

/** Reads which answers and declines of questions are on their way from this device, or were refused. */
export async function readUnderWay(device: Device): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const takes = await device.takes.where('state').anyOf('queued', 'uploading', 'sent', 'refused').toArray()
  const entries = await device.outbox
    .filter(({ name }) => name === 'question.decline' || isAnnouncement(name))
    .toArray()
  return { takes, entries }
}
