import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { DESK_ROLES, type Role } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { subjectLimits } from '../../http/rate-limit.ts'
import { transactOrRefuse } from '../../transact.ts'
import { accountByUser } from '../access/account-row.ts'
import { siteOf } from '../passkeys/challenge.ts'
import { checkPasskey } from '../passkeys/check.ts'
import { knowsDevice } from '../sessions/known-device.ts'
import { factorOf, spendCode, waysOf } from './store.ts'

/** How many codes an account may try. It is so few because in a thousand tries a guess is likely to be right. */
const TRIES = { max: 5, windowS: 900 }
const TRIES_A_DAY = { max: 30, windowS: 86_400 }

/** Checks whether accounts of this role must have a second factor: members of the team, except in a demo. */
export function isFactorNeeded({ mode }: Pick<Context['env'], 'mode'>, role: Role | string): boolean {
  return mode === 'production' && (role === 'admin' || (DESK_ROLES as readonly string[]).includes(role))
}

/** A session that may begin: the role of its account, and whether its second factor was shown. */
export type MayBegin = { role: Role | null; isFactorShown: boolean }

/**
 * Checks whether a session of this account may begin, after everything else was right. Refuses `account-closed`
 * for a person whom the team has given the last card (D52); `second-factor-wanted` with the possible ways in `by`
 * where no factor was sent; `wrong-code`, `wrong-passkey`, `too-many-requests`; and `second-factor-needed` for a
 * member of the team without a factor.
 */
export async function mayBeginSession(
  context: Context,
  userId: string,
  proof: Proof,
): Promise<Result<MayBegin>> {
  const account = await accountByUser(context.sql, userId)
  if (account?.isClosed) return refuse('account-closed')
  const role = account?.role ?? null
  const factor = await factorOf(context.sql, userId)
  if (factor) {
    if (!isShown(proof)) return refuse('second-factor-wanted', { by: waysOf(factor) })
    const checked = await checkProof(context, userId, proof)
    return checked.ok ? done({ role, isFactorShown: true }) : checked
  }
  if (role && isFactorNeeded(context.env, role)) return refuse('second-factor-needed')
  return done({ role, isFactorShown: false })
}

/** The second factor that a request shows. `url` is the request's own, because a passkey signs for one site only. */
export type Proof = {
  url: string
  /** The device of the request; null where it has no device cookie. */
  device: string | null
  code?: string | undefined
  passkey?: PasskeyProof | undefined
}

/** Checks whether a request shows a second factor. */
export function isShown({ code, passkey }: Pick<Proof, 'code' | 'passkey'>): boolean {
  return code !== undefined || passkey !== undefined
}

/**
 * Checks a second factor of the account and spends it. Refuses `wrong-code`, `wrong-passkey`,
 * `too-many-requests`.
 */
export async function checkProof(
  context: Context,
  userId: string,
  { url, device, code = '', passkey }: Proof,
): Promise<Result<true>> {
  if (!passkey) return checkCode(context, { userId, device }, code)
  const checked = await checkPasskey(context, siteOf(context.env, url), { proof: passkey, of: userId })
  return checked.ok ? done(true) : checked
}

/** The account whose code is tried, and the device. */
export type CodeTry = { userId: string; device: string | null }

/**
 * Spends a code of the account's second factor. Every try counts, separately for each device that the account
 * knows, so that a stranger who has the password cannot use up the owner's tries. Refuses `wrong-code`,
 * `too-many-requests`.
 */
export async function checkCode(
  context: Context,
  { userId, device }: CodeTry,
  code: string,
): Promise<Result<true>> {
  const isKnown = device !== null && (await knowsDevice(context.sql, userId, device))
  const counted = await countTry(context, isKnown ? `${userId} on ${device}` : userId)
  if (!counted.ok) return counted
  return transactOrRefuse(context, async (work) =>
    (await spendCode(work, userId, code)) ? done(true) : refuse('wrong-code'),
  )
}

async function countTry(context: Context, subject: string): Promise<Result<true>> {
  const limitSubject = subjectLimits(context)
  const soon = await limitSubject('second-factor', subject, TRIES)
  return soon.ok ? limitSubject('second-factor-day', subject, TRIES_A_DAY) : soon
}
