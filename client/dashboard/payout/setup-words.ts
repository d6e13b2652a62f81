import type { PayoutSetup } from '../../../sync/payment/payout-account.ts'
import type { IconName } from '../../ui/icon-name.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export type SetupWords = {
  icon: IconName
  tone: Tone
  text: string
  /** The label of the button that leads to the provider; null when there is no such button. */
  connect: string | null
}

const BY_HAND = 'we pay you by hand, and nothing you earn is lost.'

/** How far direct deposits are set up, in a sentence. */
export const SETUP_WORDS: Record<PayoutSetup['state'], SetupWords> = {
  none: {
    icon: 'card',
    tone: 'plain',
    text: `No bank account is connected yet. Until you connect one, ${BY_HAND}`,
    connect: 'Set up direct deposits',
  },
  unfinished: {
    icon: 'clock',
    tone: 'warning',
    text: `Your sign-up at the payment provider is not finished. Until you finish it, ${BY_HAND}`,
    connect: 'Continue the sign-up',
  },
  ready: {
    icon: 'check',
    tone: 'success',
    text: 'Direct deposits are set up. We pay to your bank account automatically.',
    connect: 'Change at the provider',
  },
  restricted: {
    icon: 'warning',
    tone: 'danger',
    text: 'The payment provider asks for something more before it pays you. What you earn waits here until then.',
    connect: 'See what it asks for',
  },
  disconnected: {
    icon: 'warning',
    tone: 'danger',
    text: 'Your account at the payment provider is no longer connected. What you earn waits here until you connect again, or choose to be paid by hand.',
    connect: 'Connect again',
  },
  manual: {
    icon: 'info',
    tone: 'plain',
    text: 'Our payment provider does not pay to your country from here. We pay you by hand, through a payment app.',
    connect: null,
  },
  refused: {
    icon: 'info',
    tone: 'plain',
    text: 'Our payment provider opens no accounts in your country. We pay you by hand, through a payment app.',
    connect: null,
  },
}

/** The currencies of prices and of payouts (D36). */
export const CURRENCY_LINE =
  'Prices and earnings are in US dollars; payouts arrive in the currency of your bank or payment app, which converts them.'
/** When payouts are made (S2-9.14). */
export const SCHEDULE_LINE =
  'Payouts are every two weeks when your balance is above $100, otherwise every month.'
