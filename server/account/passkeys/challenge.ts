import { createHash, createHmac } from 'node:crypto'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import type { Env } from '../../env.ts'
import { ownOrigins } from '../../http/origin.ts'
import { isSameText } from '../../http/signed-value.ts'
import type { TxContext } from '../../transact.ts'

/** The site a passkey signs for: our origins, and the name the passkey is bound to. */
export type Site = { origins: string[]; rpId: string }

/** Returns the site of a request; without a public address, the loopback name in its URL. */
export function siteOf(env: Pick<Env, 'publicUrl'>, url: string): Site {
  return { origins: ownOrigins(env, url), rpId: new URL(env.publicUrl ?? url).hostname }
}

/** How many milliseconds a challenge may be signed. */
export const CHALLENGE_MS = HOUR_MS / 12
const NONCE_BYTES = 16

/** The purpose of a challenge: signing in, or adding a passkey to an account. */
export type ChallengeFor = 'sign-in' | `add ${string}`

/**
 * Makes a challenge that itself contains its expiry and purpose. Nothing is stored before it is used, so that a
 * stranger who requests thousands leaves nothing behind.
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

/**
 * Spends a challenge as the device returns it. False where it is not ours, has expired, was for another purpose
 * or was used before.
 */
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

/** Returns the challenge that was signed, as the browser recorded it; empty where it recorded none. */
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
