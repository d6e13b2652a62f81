import type { HoldState } from '../../../sync/payment/amount.ts'

/** How far the sending of a question is. */
export type SendingStage =
  | { at: 'idle' }
  | { at: 'preparing' }
  /** The server has prepared the question and its payment, and the fan can enter the card. */
  | { at: 'card'; clientSecret: string; paymentIntentId: string; amountCents: number }
  | { at: 'uploading' }
  /** The server is checking the video. */
  | { at: 'checking' }
  | { at: 'asking' }
  /** The server has everything but has not finished in time; it goes on without this page. */
  | { at: 'handed-over' }
  | { at: 'asked'; viewPath: string | null; wasEarlier: boolean }
  | Released

export const IDLE: SendingStage = { at: 'idle' }

/** The question was given back: why, and how far the release of its card is. */
export type Released = { at: 'released'; reason: string | null; hold: HoldState }

/** A payment that was set up, for its card to be entered. */
export type CardStage = Extract<SendingStage, { at: 'card' }>

const UNDER_WAY = ['asking', 'handed-over', 'released'] as const

/** Checks whether the question was submitted, and its fan neither told of its success nor has taken it back. */
export function isUnderWay(stage: SendingStage): boolean {
  return UNDER_WAY.some((at) => at === stage.at)
}
