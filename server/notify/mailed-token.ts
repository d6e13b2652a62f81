import { createHmac } from 'node:crypto'

/**
 * Returns the one-time token of a mailed link: an HMAC of its mail's id. It is computed again when the mail is
 * rendered, so only its hash is stored, and a mail sent twice contains the same token.
 */
export function mailedToken(key: string, mailId: string): string {
  return createHmac('sha256', key).update(mailId).digest('base64url')
}
