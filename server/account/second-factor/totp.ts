import { createHmac } from 'node:crypto'
import { isSameText } from '../../http/signed-value.ts'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the number of the half minute of a moment, as RFC 6238 counts them. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** Returns the code of a step: RFC 6238 with SHA-1 and six digits, which every authenticator app supports. */
export function codeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Returns the step of a code: the current one, the one before or the one after, because clocks differ; null for
 * any other code.
 */
export function stepOfCode(key: Uint8Array, code: string, now: Date): number | null {
  const at = stepAt(now)
  const matching = [at, at - 1, at + 1].filter((step) => isSameText(code, codeOf(key, step)))
  return matching[0] ?? null
}

/** Encodes bytes in base 32 (RFC 4648) without padding, as people type keys. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
