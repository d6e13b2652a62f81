const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents as dollars: "$1,234.50", "-$3.00". */
export const money = (cents: number): string => DOLLARS.format(cents / 100)
