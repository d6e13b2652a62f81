import { createHmac, timingSafeEqual } from 'node:crypto'

/** `value.signature`: HMAC-SHA-256 in base64, the form the sign-in library gives its own cookies. */
export function signValue(key: string, value: string): string {
  return `${value}.${signatureOf(key, value)}`
}

/** The value of a signed text; null when the signature is not ours. Compared in constant time. */
export function readSignedValue(key: string, signed: string): string | null {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  return isSameText(signed.slice(dot + 1), signatureOf(key, value)) ? value : null
}

/** Whether two texts are equal, in a time that tells nothing about where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64')
}
