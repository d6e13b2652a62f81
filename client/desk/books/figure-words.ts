import type { Figure } from '../../../sync/desk/books.ts'

/** The name of each figure. */
export const FIGURE_NAMES: Record<Figure, string> = {
  captured: 'Captured',
  tips: 'Tips',
  refunds: 'Refunds',
  refundsByHand: 'Refunds by hand',
  disputes: 'Disputes',
  fees: 'Provider fees',
  share: 'Platform share',
  earned: 'Earned by athletes',
  writtenOff: 'Debts written off',
  transferred: 'Transferred',
  paidByHand: 'Paid by hand',
  topUps: 'Top-ups',
  bankPayouts: 'Bank payouts',
  owed: 'Owed to athletes',
  onItsWay: 'Payouts on their way',
  inDispute: 'In dispute',
  balance: 'Provider balance',
}

/** The name of each account of the ledger. In an entry, debits are positive. */
export const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  stripe_balance: 'Provider balance',
  stripe_fees: 'Provider fees',
  athlete_payable: 'Owed to athletes',
  platform_revenue: 'Platform share',
  fee_variance: 'Tip fees, difference',
  disputed: 'In dispute',
  dispute_fees: 'Dispute fees',
  payout_clearing: 'Payouts on their way',
  company_bank: 'Company bank',
}
