import { LIMITS } from '../limits.ts'
import type { QuestionStatus } from '../question/status.ts'
import { id, prose, z } from '../shape.ts'

/**
 * The `question.note` intent: adds a note about a request for the rest of the team; neither its fan nor its
 * athlete ever sees it.
 */
export const questionNote = z.strictObject({
  noteId: id,
  questionId: id,
  text: prose(LIMITS.noteCharacters).check(z.refine((text) => text.length > 0)),
})

/**
 * The `question.take` intent: assigns a request to the caller for a while, so that two admins can share the
 * queue; taking it again extends the time. `from`: who had it when the caller looked; null for nobody.
 */
export const questionTake = z.strictObject({ questionId: id, from: z.nullable(id) })

/** The `question.release` intent: gives up a request that the caller has taken. */
export const questionRelease = z.strictObject({ questionId: id })

/** The `digest.switch` intent: turns the caller's own weekly mail about the queue on or off. */
export const digestSwitch = z.strictObject({ personId: id, isOn: z.boolean() })

/** The admin who has taken a request for now. Other admins may still decide on it. */
export type Taken = { personId: string; by: string; isMine: boolean; until: number }

/** A note of the team, with its author and time. */
export type TeamNote = { id: string; by: string; at: number; text: string }

/**
 * All requests of the same asker, including this one; for a guest, all requests with the same address.
 * `declined`: rejected by the team. `refunded` and `disputed`: requests with a refund or a dispute.
 */
export type AskerHistory = {
  isAccount: boolean
  asked: number
  approved: number
  declined: number
  refunded: number
  disputed: number
}

/** How often the text of a request was asked in the last 30 days, and the latest other requests with it. */
export type SameText = {
  count: number
  others: {
    id: string
    requester: string
    receiver: string | null
    status: QuestionStatus
    submittedAt: number
  }[]
}
