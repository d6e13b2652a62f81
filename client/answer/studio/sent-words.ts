import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { COPY } from '../../../sync/copy.ts'
import type { Pending } from '../../store/pending.ts'
import { formatMoney } from '../../text/format-money.ts'

/** The heading once a question is dealt with: an answer is called sent only when nothing of it is left on this device. */
export function sentTitle(by: 'answer' | 'decline', pending: Pending | null): string {
  if (pending?.stage === 'refused') return 'Not accepted'
  if (by === 'decline') return COPY.declined
  const isThere = !pending || pending.stage === 'sent' || pending.stage === 'delivered'
  return isThere ? COPY.answerSent : 'Saved on this device'
}

/** What comes next, or came of it. */
export function sentNews(
  { stage }: Pending,
  { amountCents }: QuestionDocument,
  asker: Partner | null,
): string {
  if (stage === 'sent') return 'It is checked, then delivered.'
  if (stage !== 'delivered') return ''
  const watching = `${asker?.firstName ?? 'The fan'} can watch it now.`
  return amountCents > 0 ? `${watching} ${formatMoney(amountCents)} is added to your earnings.` : watching
}
