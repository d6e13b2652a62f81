import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { StatusEffect } from '../../../sync/question/set-status.ts'
import { formatMoney } from '../../text/format-money.ts'
import type { IconName } from '../../ui/icon-name.ts'
import { shownAthlete } from '../desk-words.ts'

/** The effect of rejecting several requests, in words that also fit free and written requests. */
export const REJECTS_MANY =
  'Each requester is told by mail. Whatever is held on a card is released, and videos are deleted.'

/** Returns in sentences the effect of rejecting this request: the mail, the released hold and the deleted video. */
export function rejectEffect({
  requester,
  amountCents,
  hold,
  videoId,
}: Pick<DeskQuestionAnswer, 'requester' | 'amountCents' | 'hold' | 'videoId'>): string {
  const isHeld = amountCents > 0 && (hold === 'held' || hold === 'pending')
  return [
    `${requester} is told by mail.`,
    isHeld ? `The hold of ${formatMoney(amountCents, 'full')} is released.` : null,
    videoId ? 'The video is deleted.' : null,
  ]
    .filter(Boolean)
    .join(' ')
}

type Line = readonly [icon: IconName, text: string]

/**
 * Returns in sentences what a change of status will do: first to the money, then to the athlete and the requester
 * (D54).
 */
export function effectLines(
  { amountCents, hold, receiver, requester, status, answer }: DeskQuestionAnswer,
  { money, does }: StatusEffect,
): Line[] {
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
    approves: [`${shownAthlete(receiver)} gets it by mail and has 72 hours; ${requester} is told.`],
    reopens: ['It waits to be screened again.', ...took],
    rejects: [`${requester} is told by mail, and a video is deleted.`, ...closed],
    declines: [
      `${requester} is told by mail that our team closed it and that it will not be answered.`,
      ...closed,
    ],
    names: [
      answer === 'delivered' ? 'The answer stays with the requester. Nobody is told.' : 'Nobody is told.',
    ],
  }
  return [['card', card[money]], ...told[does].map((text): Line => ['mail', text])]
}
