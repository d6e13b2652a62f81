import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs a value as `value.signature`: HMAC-SHA-256 in base64, the form that the sign-in library uses for its
 * cookies.
 */
export function signValue(key: string, value: string): string {
  return `${value}.${signatureOf(key, value)}`
}

/** Returns the value of a signed text; null when the signature is not ours. Compares in constant time. */
export function readSignedValue(key: string, signed: string): string | null {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  return isSameText(signed.slice(dot + 1), signatureOf(key, value)) ? value : null
}

/** Compares two texts in a time that reveals nothing about where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64')
}
