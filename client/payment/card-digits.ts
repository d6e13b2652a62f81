const LONGEST_NUMBER = 19

/** "4242 4242 4242 4242": digits only, in groups of four (American Express: 4, 6, 5). */
export function groupCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, LONGEST_NUMBER)
  if (/^3[47]/.test(digits))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(' ').trim()
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** "12 / 34": the month is complete with its second digit, or with a first one that can have none. */
export function groupExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits
  if (month.length < 3) return month
  return `${month.slice(0, 2)} / ${month.slice(2, 4)}`
}
