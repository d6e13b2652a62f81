import { COPY } from '../../../sync/copy.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { Told } from '../../ui/toasts.ts'
import { deskRefusal } from '../desk-words.ts'

/** Returns the toast about a decision after its ten seconds (S2-8.46, S2-8.47), or about why it was not made. */
export function outcomeOf(
  decision: 'approve' | 'reject',
  { status, waiting }: Pick<DeskQuestionAnswer, 'status' | 'waiting'>,
): Told {
  if (status === 'approved' && decision === 'approve') return { text: COPY.approved, tone: 'success' }
  if (status === 'rejected' && decision === 'reject') return { text: COPY.rejected, tone: 'success' }
  const failed = decision === 'approve' ? COPY.emailFailed : COPY.rejectionFailed
  return waiting?.refused
    ? { text: `${failed} ${deskRefusal({ code: waiting.refused }, status)}`, tone: 'danger' }
    : { text: 'Nothing was sent. It was dealt with otherwise meanwhile.', tone: 'danger' }
}
