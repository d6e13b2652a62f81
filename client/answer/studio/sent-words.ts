import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { COPY } from '../../../sync/copy.ts'
import type { Pending } from '../../store/pending.ts'
import { formatMoney } from '../../text/format-money.ts'
import { keepsNothing, keptWhere } from '../../text/keeps-nothing.ts'
import { cannotReadWords } from '../cannot-read-words.ts'
import type { DealtWith } from './studio-stage.ts'

/**
 * Returns what is on its way for this question. A take left over here, kept or refused, is not on its way: it is
 * neither the video that another device has sent nor part of a decline.
 */
export function underWayOf<P extends Pending | null | undefined>(
  pending: P,
  { by, byOther, leftOver }: Pick<DealtWith, 'by' | 'byOther' | 'leftOver'>,
): P | null {
  if (byOther) return null
  if (!pending || pending.stage === 'delivered') return pending
  const isLeftOver = leftOver.some(({ id }) => id === pending.takeId)
  return isLeftOver && (by === 'answer' || !pending.entryId) ? null : pending
}

/**
 * Returns the heading once a question is dealt with. Calls an answer sent only when nothing of it is left on this
 * device, or on the one that announced it.
 */
export function sentTitle(
  { by, isComing, byOther }: Pick<DealtWith, 'by' | 'isComing' | 'byOther'>,
  pending: Pending | null,
): string {
  if (byOther) return 'Answered by another video'
  if (pending?.stage === 'refused') return 'Not accepted'
  if (by === 'decline') return COPY.declined
  if (isComing) return 'Your answer is announced'
  if (pending?.stage === 'cannot-read') return 'Not sent yet'
  const isThere = !pending || pending.stage === 'sent' || pending.stage === 'delivered'
  return isThere ? COPY.answerSent : `Saved ${keptWhere()}`
}

/**
 * Returns what the next question of a row says of the answer before it; null while that is not known. `answers` is
 * how many answers wait on this device.
 */
export function rowNote(pending: Pending | null, answers: number): string | null {
  if (pending?.stage === 'refused') return 'Not accepted: see the outbox'
  if (pending?.stage === 'cannot-read') return 'Not sent yet: see the outbox'
  if (answers > 0) return `Saved, ${answers} waiting`
  return pending?.stage === 'sent' || pending?.stage === 'delivered' ? 'Saved and sent' : null
}

/** Returns what is said of the answers of a row that are not sent yet, after their number. */
export function rowWords(): string {
  return keepsNothing()
    ? 'answers wait on this page only. Keep it open: we send the most urgent ones first.'
    : 'answers are safe on this device. We send the most urgent ones first.'
}

/** Returns what happens next with the answer, what the athlete can do, or what came of it. */
export function sentNews(
  { stage }: Pending,
  { amountCents, status }: QuestionDocument,
  asker: Partner | null,
  mayReplace: boolean,
): string {
  if (stage === 'cannot-read') return cannotReadWords(mayReplace)
  // An answer to a question that had ended is free.
  const isPaid = amountCents > 0 && status !== 'athlete rejected'
  if (stage === 'sent') return `It is delivered once it is checked${isPaid ? ' and paid for' : ''}.`
  if (stage !== 'delivered') return ''
  const watching = `${asker?.firstName ?? 'The fan'} can watch it now.`
  return amountCents > 0 ? `${watching} ${formatMoney(amountCents)} is added to your earnings.` : watching
}
