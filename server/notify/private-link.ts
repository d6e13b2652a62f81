import { createHash, createHmac } from 'node:crypto'

/**
 * The private link's token: HMAC of the question and its generation, never stored and never the row's key (D41).
 * Mails are rendered when they are sent, so nobody keeps it.
 */
export function linkToken(key: string, questionId: string, generation: number): string {
  return createHmac('sha256', key).update(`${questionId}|${generation}`).digest('base64url')
}

/** The token of the mail that asks an address whether a question is its own: good for one generation of its links. */
export function claimToken(key: string, questionId: string, generation: number): string {
  return linkToken(key, `claim|${questionId}`, generation)
}

/** What is stored of a token. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
