import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { StatusEffect } from '../../../sync/question/set-status.ts'
import { formatMoney } from '../../text/format-money.ts'
import type { IconName } from '../../ui/icon-name.ts'
import { shownAthlete } from '../desk-words.ts'

/** The effect of rejecting several requests, in words that also fit free and written requests. */
export const REJECTS_MANY =
  'Each requester whose address is kept is told by mail. Whatever is held on a card is released, and videos are deleted.'

/** Says whether the requester is told by mail, which takes an address. */
const mailLine = ({ requester, email }: Pick<DeskQuestionAnswer, 'requester' | 'email'>, what = '') =>
  email === ''
    ? `No address of ${requester} is kept, so no mail is sent.`
    : `${requester} is told by mail${what}.`

/** Returns in sentences the effect of rejecting this request: the mail, the released hold and the deleted video. */
export function rejectEffect(
  question: Pick<DeskQuestionAnswer, 'requester' | 'email' | 'amountCents' | 'hold' | 'videoId'>,
): string {
  const { amountCents, hold, videoId } = question
  const isHeld = amountCents > 0 && (hold === 'held' || hold === 'pending')
  return [
    mailLine(question),
    isHeld ? `The hold of ${formatMoney(amountCents, 'full')} is released.` : null,
    videoId ? 'The video is deleted.' : null,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says whom a rejection note reaches; without an address, the page of the request alone shows it. */
export const noteHint = (email: string): string =>
  email === ''
    ? 'No address is kept, so it stands on the request’s page alone'
    : 'It is sent to the requester'

type Line = readonly [icon: IconName, text: string]

/**
 * Returns in sentences what a change of status will do: first to the money, then to the athlete and the requester
 * (D54).
 */
export function effectLines(question: DeskQuestionAnswer, { money, does }: StatusEffect): Line[] {
  const { amountCents, hold, receiver, status, answer } = question
  const amount = formatMoney(amountCents, 'full')
  const card: Record<StatusEffect['money'], string> = {
    none: 'No money is involved.',
    kept: `${amount} stays held on the card.`,
    released: `The hold of ${amount} is released. This cannot be taken back.`,
    untouched: `The money is not touched: ${amount} ${hold === 'captured' ? 'stays charged' : 'is no longer held'}.`,
  }
  const wasPassedOn = status === 'approved'
  const took = wasPassedOn ? [`${shownAthlete(receiver)} no longer sees it, and is told.`] : []
  const closed = wasPassedOn
    ? [`${shownAthlete(receiver)} is told that our team closed it; it stays in their conversation.`]
    : []
  const told: Record<StatusEffect['does'], string[]> = {
    approves: [`${shownAthlete(receiver)} gets it by mail and has 72 hours.`, mailLine(question)],
    reopens: ['It waits to be screened again.', ...took],
    rejects: [mailLine(question), 'A video is deleted.', ...closed],
    declines: [mailLine(question, ' that our team closed it and that it will not be answered'), ...closed],
    names: [
      answer === 'delivered' ? 'The answer stays with the requester. Nobody is told.' : 'Nobody is told.',
    ],
  }
  return [['card', card[money]], ...told[does].map((text): Line => ['mail', text])]
}
