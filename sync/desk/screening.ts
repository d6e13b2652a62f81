import { LIMITS } from '../limits.ts'
import type { QuestionStatus } from '../question/status.ts'
import { id, prose, z } from '../shape.ts'

/** question.note: a note to the rest of the team about a request; neither its fan nor its athlete ever sees it. */
export const questionNote = z.strictObject({
  noteId: id,
  questionId: id,
  text: prose(LIMITS.noteCharacters).check(z.refine((text) => text.length > 0)),
})

/**
 * question.take: a request becomes the caller's for a while, so that two people share the queue; taken again, for another
 * while. `from`: who has it, as the caller saw it; null for nobody.
 */
export const questionTake = z.strictObject({ questionId: id, from: z.nullable(id) })

/** question.release: gives up what the caller has taken. */
export const questionRelease = z.strictObject({ questionId: id })

/** digest.switch: the caller's own weekly mail about the queue, off or on. */
export const digestSwitch = z.strictObject({ personId: id, isOn: z.boolean() })

/** Whose a request is for now. It keeps nobody from deciding. */
export type Taken = { personId: string; by: string; isMine: boolean; until: number }

/** A note of the team, with who wrote it and when. */
export type TeamNote = { id: string; by: string; at: number; text: string }

/**
 * What whoever asked has asked so far, this request included; of a guest, whatever was asked with their address.
 * `declined`: by the team. `refunded` and `disputed`: requests of which something went back, or the bank was asked to take it.
 */
export type AskerHistory = {
  isAccount: boolean
  asked: number
  approved: number
  declined: number
  refunded: number
  disputed: number
}

/** How often the text of a request was asked in the last 30 days, and the latest of the others. */
export type SameText = {
  count: number
  others: {
    id: string
    requester: string
    receiver: string
    status: QuestionStatus
    submittedAt: number
  }[]
}
