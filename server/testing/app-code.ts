import { createHmac } from 'node:crypto'

/**
 * Returns the code that an authenticator app shows at a moment. It is a second implementation of RFC 6238, which
 * takes the key as a person would type it.
 */
export function appCode(key: string, atMs: number): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(atMs / 30_000), 4)
  const digest = createHmac('sha1', Uint8Array.from(bytes)).update(counter).digest()
  const at = (digest[19] ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
