import type { Receipt } from '../../../sync/payment/statement.ts'
import { formatMoney } from '../../text/format-money.ts'

/** Returns what a fan's bank does about a payment, to follow the other words of its receipt; empty for nothing. */
export function bankWords({ disputedCents, inquiryCents }: Receipt): string {
  if (disputedCents <= 0) return ''
  const amount = formatMoney(disputedCents, 'full')
  return inquiryCents === disputedCents
    ? ` · your bank asks us about ${amount}`
    : ` · ${amount} in dispute at your bank`
}
