import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'

export const NEEDS_NETWORK = 'Decisions need a network.'

/** Returns a sentence about the admin who is deciding on a request, while the decision can still be undone. */
export function decidingWords({ isMine, by, decision }: NonNullable<DeskQuestionAnswer['waiting']>): string {
  return `${isMine ? 'You are' : `${by} is`} ${decision === 'approve' ? 'approving' : 'rejecting'} this.`
}

export const namedRequest = (subject: string) => `“${subject || 'N/A'}”`

export const undoneWords = (subject: string) => `Undone: ${namedRequest(subject)} is new again.`
