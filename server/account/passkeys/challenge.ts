import { createHash, createHmac } from 'node:crypto'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import type { Env } from '../../env.ts'
import { ownOrigins } from '../../http/origin.ts'
import { isSameText } from '../../http/signed-value.ts'
import type { TxContext } from '../../transact.ts'

/** The site that a passkey signs for: the origins that are ours, and the name it is bound to. */
export type Site = { origins: string[]; rpId: string }

/** The site a request came to; without a public address it is the loopback name in its URL. */
export function siteOf(env: Pick<Env, 'publicUrl'>, url: string): Site {
  return { origins: ownOrigins(env, url), rpId: new URL(env.publicUrl ?? url).hostname }
}

/** So long a challenge may be signed. */
export const CHALLENGE_MS = HOUR_MS / 12
const NONCE_BYTES = 16

/** Whom a challenge is for: whoever signs in, or an account that adds a passkey. */
export type ChallengeFor = 'sign-in' | `add ${string}`

/**
 * A challenge that says itself until when it is good and what for: nothing is kept of it until it is used, so that a
 * stranger who asks for thousands leaves nothing behind.
 */
export async function makeChallenge(
  { secrets, random, clock }: Pick<Context, 'secrets' | 'random' | 'clock'>,
  purpose: ChallengeFor,
): Promise<string> {
  const until = (await clock.now()).getTime() + CHALLENGE_MS
  const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url')
  const text = `${until}.${nonce}`
  return Buffer.from(`${text}.${macOf(secrets.passkey, purpose, text)}`).toString('base64url')
}

/** Uses a challenge, as the device hands it back; false where it is none of ours, is over, was for something else or was used. */
export async function spendChallenge(
  { context, tx, now }: TxContext,
  purpose: ChallengeFor,
  challenge: string,
): Promise<boolean> {
  const [until = '', nonce = '', mac = ''] = Buffer.from(challenge, 'base64url').toString('utf8').split('.')
  const isOurs = isSameText(mac, macOf(context.secrets.passkey, purpose, `${until}.${nonce}`))
  if (!isOurs || Number(until) <= now.getTime()) return false
  const hash = createHash('sha256').update(challenge).digest('base64url')
  const spent = await tx`
    insert into passkey_challenge_spent (hash, expires_at) values (${hash}, ${new Date(Number(until))})
    on conflict do nothing returning 1`
  return spent.length > 0
}

/** The challenge that was signed, as the browser wrote it down; empty where it wrote none. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

function macOf(key: string, purpose: ChallengeFor, text: string): string {
  return createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')
}
