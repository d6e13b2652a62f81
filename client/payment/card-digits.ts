/** "4242 4242 4242 4242": digits only, all of them, in groups of four (American Express: 4, 6, 5). */
export function groupCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (/^3[47]/.test(digits))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(' ').trim()
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** "12 / 34": the month is complete with its second digit, or with a first one that can have none; 2034 is 34. */
export function groupExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits
  if (month.length < 3) return month
  return `${month.slice(0, 2)} / ${month.slice(2).replace(/^20(\d\d)$/, '$1')}`
}
