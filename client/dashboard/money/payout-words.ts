import type { StatementLine } from '../../../sync/payment/statement.ts'
import { formatDate } from '../../text/format-date.ts'

/** Says where an ordered payout goes, and whether and when it was paid: "paid by hand on Jan 5, 2027". */
export function payoutWords({ way, isPaid, paidAt }: NonNullable<StatementLine['payout']>): string {
  // a statement that a device kept from a former build does not say when
  const on = paidAt ? ` on ${formatDate(paidAt)}` : ''
  if (way === 'manual') return isPaid ? `paid by hand${on}` : 'to be paid by hand'
  return isPaid ? `to your bank account${on}` : 'to your bank account, not paid yet'
}
