import { createHash, createHmac } from 'node:crypto'

/**
 * Returns the private link's token: an HMAC of the question and its generation, never stored and never the row's
 * key (D41). Mails are rendered when they are sent, so it is not kept there either.
 */
export function linkToken(key: string, questionId: string, generation: number): string {
  return createHmac('sha256', key).update(`${questionId}|${generation}`).digest('base64url')
}

/**
 * Returns the token of the mail that asks an address's owner whether a question is theirs; valid for one generation
 * of its links.
 */
export function claimToken(key: string, questionId: string, generation: number): string {
  return linkToken(key, `claim|${questionId}`, generation)
}

/** Returns the hash of a token, which is all that is stored of it. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
