import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Context } from '../../context.ts'

type SealContext = Pick<Context, 'secrets' | 'random'>

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text that only this server can read, and only for the same purpose: AES-256-GCM, in base64url. */
export function seal({ secrets, random }: SealContext, text: string, purpose: string): string {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets.sealing), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Decrypts a text; null where it was not sealed here or for another purpose. The former key still opens what it
 * sealed.
 */
export function unseal(
  { secrets }: Pick<SealContext, 'secrets'>,
  sealed: string,
  purpose: string,
): string | null {
  return unsealWith(secrets.sealing, sealed, purpose) ?? unsealWith(secrets.secondFactor, sealed, purpose)
}

function unsealWith(key: string, sealed: string, purpose: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  if (tag.length < TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Decodes a derived key: 32 bytes in base64url. */
function keyOf(key: string): Buffer {
  return Buffer.from(key, 'base64url')
}
