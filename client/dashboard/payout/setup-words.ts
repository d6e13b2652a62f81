import type { PayoutSetup, WaitingChange } from '../../../sync/payment/payout-account.ts'
import { formatDateTime } from '../../text/format.ts'
import type { IconName } from '../../ui/icon-name.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export type SetupWords = {
  icon: IconName
  tone: Tone
  text: string
  /** How the athlete is paid meanwhile; untrue while a change of their set-up at the provider waits. */
  meanwhile?: string
  /** The label of the button that leads to the provider; null when there is no such button. */
  connect: string | null
}

const BY_HAND = 'we pay you by hand, and nothing you earn is lost.'

/** How far direct deposits are set up, in a sentence. */
export const SETUP_WORDS: Record<PayoutSetup['state'], SetupWords> = {
  none: {
    icon: 'card',
    tone: 'plain',
    text: 'No bank account is connected yet.',
    meanwhile: `Until you connect one, ${BY_HAND}`,
    connect: 'Set up direct deposits',
  },
  unfinished: {
    icon: 'clock',
    tone: 'warning',
    text: 'Your sign-up at the payment provider is not finished.',
    meanwhile: `Until you finish it, ${BY_HAND}`,
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

/** Returns how direct deposits are set up, and how the athlete is paid meanwhile, as far as they are. */
export function setupText({ state, waiting = [] }: Pick<PayoutSetup, 'state' | 'waiting'>): string {
  const { text, meanwhile } = SETUP_WORDS[state]
  const isPaidMeanwhile = meanwhile && !waiting.some(({ kind }) => kind === 'deposits')
  return isPaidMeanwhile ? `${text} ${meanwhile}` : text
}

/**
 * Says which change waits, until when, and where payouts go until then. `now` is the handle that payouts go to; with
 * none, nothing is paid out while a change at the provider waits.
 */
export function waitingLine({ kind, handle, from }: WaitingChange, now: string | null): string {
  const at = formatDateTime(from)
  if (kind === 'deposits')
    return `What you set up at the payment provider counts from ${at} on. ${now ? '' : NO_PAYOUT}We have mailed you how to stop it.`
  const to = handle ? `“${handle}”` : 'your bank account'
  return `From ${at} on your payouts go to ${to}. Until then nothing changes, and we have mailed you how to stop it.`
}

const NO_PAYOUT = 'Until then no new payout begins, and what you earn waits here. '

/** The currencies of prices and of payouts (D36). */
export const CURRENCY_LINE =
  'Prices and earnings are in US dollars; payouts arrive in the currency of your bank or payment app, which converts them.'
/** When payouts are made (S2-9.14). */
export const SCHEDULE_LINE =
  'Payouts are every two weeks when your balance is above $100, otherwise every month.'
