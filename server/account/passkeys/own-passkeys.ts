import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  type AddPasskeyAnswer,
  type AddPasskeyCall,
  type BeginPasskeyCall,
  type NewPasskey,
  PASSKEYS_MOST,
  type RenamePasskeyCall,
} from '../../../sync/account/passkey.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { isFactorNeeded } from '../second-factor/check.ts'
import { ownAccount } from '../second-factor/set-up.ts'
import { factorOf, forgetLoneCodes, renewRecoveryCodes } from '../second-factor/store.ts'
import { CHALLENGE_MS, challengeIn, makeChallenge, type Site, spendChallenge } from './challenge.ts'
import { passkeysOf } from './store.ts'

/**
 * Returns what a device needs to make a passkey for the caller's account. If the account has a second factor, the
 * factor guard has already asked for it; the first factor requires the password. Refuses `sign-in-first`,
 * `wrong-current-password`, `passkeys-enough`.
 */
export async function beginPasskey(
  context: Context,
  caller: Caller,
  { site, password = '' }: BeginPasskeyCall & { site: Site },
): Promise<Result<NewPasskey>> {
  const own = await ownAccount(context.sql, caller)
  if (!own) return refuse('sign-in-first')
  const hasFactor = (await factorOf(context.sql, own.userId)) !== null
  if (!hasFactor && !(await context.passwords.verify(password, own.passwordHash)))
    return refuse('wrong-current-password')
  const known = await passkeysOf(context.sql, own.userId)
  if (known.length >= PASSKEYS_MOST) return refuse('passkeys-enough')
  return done({
    challenge: await makeChallenge(context, `add ${own.userId}`),
    rpId: site.rpId,
    timeoutMs: CHALLENGE_MS,
    user: { handle: Buffer.from(own.userId).toString('base64url'), name: own.email },
    known: known.map(({ id }) => id),
  })
}

/**
 * Adds the passkey that a device made. If it is the account's first factor, recovery codes are returned, and
 * every other session ends because it began without a factor. The owner is told by mail. Refuses `sign-in-first`,
 * `wrong-passkey`, `passkey-known`, `passkeys-enough`.
 */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { site, name, ...made }: AddPasskeyCall & { site: Site },
): Promise<Result<AddPasskeyAnswer>> {
  const own = await ownAccount(context.sql, caller)
  if (!own) return refuse('sign-in-first')
  const challenge = challengeIn(made.clientDataJSON)
  const credential = await readMade(site, challenge, made)
  if (!credential) return refuse('wrong-passkey')
  const { userId, personId } = own
  return transactOrRefuse(context, async (work) => {
    const { tx } = work
    if (!(await spendChallenge(work, `add ${userId}`, challenge))) return refuse('wrong-passkey')
    await tx`select from auth."user" where id = ${userId} for update`
    const former = await factorOf(tx, userId)
    if ((former?.passkeys ?? 0) >= PASSKEYS_MOST) return refuse('passkeys-enough')
    const kept = await tx`
      insert into passkey (id, user_id, public_key, counter, name)
      values (${credential.id}, ${userId}, ${Buffer.from(credential.publicKey)}, ${credential.counter}, ${name})
      on conflict do nothing returning 1`
    if (kept.length === 0) return refuse('passkey-known')
    // Making the passkey counts as showing the factor.
    await tx`update auth.session set "factorAt" = app_now() where id = ${caller.sessionId}`
    await tellAccount(work, { id: context.random.id(), kind: 'passkey-added', personId })
    return done({ recoveryCodes: former ? null : await beginFactor(work, userId, caller.sessionId) })
  })
}

async function beginFactor(work: TxContext, userId: string, sessionId: string | null): Promise<string[]> {
  await work.tx`
    delete from auth.session where "userId" = ${userId} and id is distinct from ${sessionId}::uuid`
  return renewRecoveryCodes(work, userId)
}

type Made = Omit<AddPasskeyCall, 'name'>

/**
 * Returns the public key of a passkey made for this challenge; null where it is not valid. The maker of the
 * device is not checked.
 */
async function readMade({ origins, rpId }: Site, challenge: string, { id, ...response }: Made) {
  const made: RegistrationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: true,
    })
    return verified && registrationInfo ? registrationInfo.credential : null
  } catch {
    return null
  }
}

/** Renames a passkey of the caller. Refuses `sign-in-first`, `not-found`. */
export async function renamePasskey(
  { tx }: TxContext,
  caller: Caller,
  { id, name }: RenamePasskeyCall,
): Promise<Result<object>> {
  const own = await ownAccount(tx, caller)
  if (!own) return refuse('sign-in-first')
  const renamed = await tx`
    update passkey set name = ${name} where id = ${id} and user_id = ${own.userId} returning 1`
  return renamed.length > 0 ? done({}) : refuse('not-found')
}

/**
 * Removes a passkey of the caller and tells the owner by mail. Refuses `sign-in-first`, `not-found`, and
 * `second-factor-needed` for the last factor of a member of the team.
 */
export async function removePasskey(work: TxContext, caller: Caller, id: string): Promise<Result<object>> {
  const { tx, context } = work
  const own = await ownAccount(tx, caller)
  if (!own) return refuse('sign-in-first')
  const { userId, personId, role } = own
  await tx`select from auth."user" where id = ${userId} for update`
  const gone = await tx`delete from passkey where id = ${id} and user_id = ${userId} returning 1`
  if (gone.length === 0) return refuse('not-found')
  if (!(await factorOf(tx, userId)) && isFactorNeeded(context.env, role))
    return refuse('second-factor-needed')
  await forgetLoneCodes({ tx }, userId)
  await tellAccount(work, { id: context.random.id(), kind: 'passkey-removed', personId })
  return done({})
}
