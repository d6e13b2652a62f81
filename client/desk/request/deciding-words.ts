import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'

export const NEEDS_NETWORK = 'Decisions need a network.'

/** Returns which admin is deciding on a request, and how, while the decision can still be undone. */
export function decidingWords({ isMine, by, decision }: NonNullable<DeskQuestionAnswer['waiting']>): string {
  return `${isMine ? 'You are' : `${by} is`} ${decision === 'approve' ? 'approving' : 'rejecting'} this.`
}
