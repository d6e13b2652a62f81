/** Dollars from cents: "$5", "$12.50"; `full` always shows the cents, for columns. */
export function formatMoney(cents: number, style: 'short' | 'full' = 'short'): string {
  const digits = style === 'short' && cents % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100)
}
