/** Returns a short, stable hash of an account id, from which the account cannot be read. */
export function hashAccount(account: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (const character of account) {
    const code = character.codePointAt(0) ?? 0
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(16).padStart(14, '0')
}
