/** Returns the VAT that a gross price contains, rounded half up to the cent. */
export function vatCents(cents: number, basisPoints: number): number {
  const whole = 10_000 + basisPoints
  return Math.floor((2 * cents * basisPoints + whole) / (2 * whole))
}
