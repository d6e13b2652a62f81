import { PRODUCT } from '../../../sync/text/product.ts'
import { spokenTime } from '../spoken-time.ts'
import type { Words } from './mail-layout.ts'

type Paid = { cents: number | null; isByHand: boolean }

/**
 * S2-9.14: returns the mail about a payout, which says that the provider or the payment app converts the currency
 * (D36).
 */
export function payoutWords({ cents, isByHand }: Paid): Words {
  const sum = `$${((cents ?? 0) / 100).toFixed(2)}`
  const [place, where] = isByHand
    ? ['payment app', 'to your payment app']
    : ['bank account', 'to your bank account, through our payment provider']
  return {
    subject: 'Your payout is on its way',
    title: `${sum} is on its way to you`,
    paragraphs: [
      `We have sent ${sum} of what you earned ${where}. It can take a few working days to arrive; there is nothing for you to do.`,
      `Everything at ${PRODUCT.name} is counted in US dollars; your ${isByHand ? 'payment app' : 'bank'} turns it into your currency. Your statement lists each answer and tip.`,
    ],
    facts: [
      ['Paid out', sum],
      ['Sent to', `Your ${place}`],
    ],
    action: { label: 'Open your statement', path: '/dashboard?tab=money' },
  }
}

type Changed = { changeKind: 'handle' | 'deposits' | null; changeFrom: Date | null; zone: string | null }

/**
 * Returns the mail about a change of a person's payouts. It does not contain the new handle, because a thief may
 * have written it.
 */
export function payoutChangeWords({ changeKind, changeFrom, zone }: Changed): Omit<Words, 'action'> {
  const what =
    changeKind === 'deposits'
      ? 'opened the sign-up of our payment provider, where you name the bank account for your payouts'
      : 'changed where your payouts go'
  return {
    subject: 'Your payouts are about to go somewhere else',
    paragraphs: [
      `Somebody who is signed in to your account at ${PRODUCT.name} ${what}. The change counts from ${spokenTime(changeFrom, zone)}; until then we pay nothing to a new place.`,
      'If this was you, there is nothing to do. We send one mail for each change: if you get more of them than you made changes, some are not yours. Stop what is not yours here, then set a new password: that signs out every device.',
    ],
  }
}
