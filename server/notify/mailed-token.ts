import { createHmac } from 'node:crypto'

/**
 * The one-time token of a mailed link: HMAC of the mail that carries it. It is made anew when the mail is rendered, so
 * only its hash is ever stored, and a mail sent twice carries the same.
 */
export function mailedToken(key: string, mailId: string): string {
  return createHmac('sha256', key).update(mailId).digest('base64url')
}
