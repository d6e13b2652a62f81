import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an authenticator app shows for a typed key (RFC 6238), `offSteps` half-minutes from now. */
export function codeFor(typed: string, offSteps = 0): string {
  const bits = [...typed.replaceAll(' ', '')].map((letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Uint8Array.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + offSteps, 4)
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
