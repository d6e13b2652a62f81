import type {
  ConfirmSecondFactorCall,
  EndSecondFactorCall,
  NewSecondFactor,
  RecoveryCodes,
} from '../../../sync/account/safety.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { type AccountRow, accountByUser } from '../access/account-row.ts'
import { personById } from '../person.ts'
import { checkCode, isFactorNeeded, type Proof } from './check.ts'
import { readNewKey, showNewKey } from './new-key.ts'
import {
  type Factor,
  factorOf,
  forgetFactor,
  keepFactor,
  recoveryCodesLeft,
  renewRecoveryCodes,
} from './store.ts'

const purposeOf = (userId: string) => `new second factor of ${userId}`

type Own = AccountRow & { email: string }

/** Returns the caller's own account; null for a caller without one. */
export async function ownAccount(on: TxContext['tx'] | Context['sql'], caller: Caller): Promise<Own | null> {
  const person = caller.personId ? await personById(on, caller.personId) : null
  const account = person?.authId ? await accountByUser(on, person.authId) : null
  return person && account ? { ...account, email: person.email } : null
}

/**
 * Shows a new key after checking the account's password. Refuses `sign-in-first`, `wrong-current-password`,
 * `second-factor-on`.
 */
export async function beginSecondFactor(
  context: Context,
  caller: Caller,
  password: string,
): Promise<Result<NewSecondFactor>> {
  const own = await ownAccount(context.sql, caller)
  if (!own) return refuse('sign-in-first')
  if (!(await context.passwords.verify(password, own.passwordHash))) return refuse('wrong-current-password')
  if ((await recoveryCodesLeft(context.sql, own.userId)) !== null) return refuse('second-factor-on')
  const now = await context.clock.now()
  return done(showNewKey(context, { purpose: purposeOf(own.userId), email: own.email, now }))
}

/**
 * Turns the second factor on with its first code and returns the recovery codes, this once. Every other session
 * ends because it began without the factor; the owner is told by mail. Refuses `sign-in-first`, `set-up-expired`,
 * `wrong-code`, `second-factor-on`.
 */
export async function confirmSecondFactor(
  work: TxContext,
  caller: Caller,
  { sealed, code }: ConfirmSecondFactorCall,
): Promise<Result<RecoveryCodes>> {
  const own = await ownAccount(work.tx, caller)
  if (!own) return refuse('sign-in-first')
  const { context, now } = work
  const shown = readNewKey(context, { purpose: purposeOf(own.userId), sealed, code, now })
  if (!shown.ok) return shown
  const recoveryCodes = await keepFactor(work, { userId: own.userId, ...shown.value })
  if (!recoveryCodes) return refuse('second-factor-on')
  await work.tx`
    delete from auth.session where "userId" = ${own.userId} and id is distinct from ${caller.sessionId}::uuid`
  // The code counts as showing the factor in this session.
  await work.tx`update auth.session set "factorAt" = app_now() where id = ${caller.sessionId}`
  await tellOwner(work, own, 'second-factor-on')
  return done({ recoveryCodes })
}

/**
 * Turns the second factor off after checking both factors, and tells the owner by mail. Refuses `sign-in-first`;
 * `second-factor-needed` for a member of the team without a passkey; `changed-meanwhile` where it is off;
 * `wrong-current-password`, `wrong-code`, `too-many-requests`.
 */
export async function endSecondFactor(
  context: Context,
  caller: Caller,
  { password, code, device }: EndSecondFactorCall & Pick<Proof, 'device'>,
): Promise<Result<object>> {
  const own = await ownAccount(context.sql, caller)
  if (!own) return refuse('sign-in-first')
  const may = await mayEnd(context, context.sql, own)
  if (!may.ok) return may
  if (!(await context.passwords.verify(password, own.passwordHash))) return refuse('wrong-current-password')
  const checked = await checkCode(context, { userId: own.userId, device }, code)
  if (!checked.ok) return checked
  return transactOrRefuse(context, async (work) => {
    // The last passkey may have been removed meanwhile; removing one waits for this row as well.
    await work.tx`select from auth."user" where id = ${own.userId} for update`
    const still = await mayEnd(context, work.tx, own)
    if (!still.ok) return still
    await forgetFactor(work, own.userId)
    await tellOwner(work, own, 'second-factor-off', still.value)
    return done({})
  })
}

/**
 * Checks that an account has an app, and that a member of the team keeps a passkey without it. Returns the factor
 * as it is now.
 */
async function mayEnd(context: Context, on: Queryable, { userId, role }: Own): Promise<Result<Factor>> {
  const factor = await factorOf(on, userId)
  if (!factor?.passkeys && isFactorNeeded(context.env, role)) return refuse('second-factor-needed')
  return factor?.hasApp ? done(factor) : refuse('changed-meanwhile')
}

/**
 * Makes new recovery codes for an account with a second factor, which the factor guard has just asked for, and
 * returns them, this once; the old codes stop working. The owner is told by mail. Refuses `sign-in-first`, and
 * `changed-meanwhile` without a factor.
 */
export async function renewCodes(work: TxContext, caller: Caller): Promise<Result<RecoveryCodes>> {
  const own = await ownAccount(work.tx, caller)
  if (!own) return refuse('sign-in-first')
  // Renewals wait for each other, so that of two at once the later one's codes count.
  await work.tx`select from auth."user" where id = ${own.userId} for update`
  if (!(await factorOf(work.tx, own.userId))) return refuse('changed-meanwhile')
  const recoveryCodes = await renewRecoveryCodes(work, own.userId)
  await tellOwner(work, own, 'recovery-codes-renewed')
  return done({ recoveryCodes })
}

/**
 * Tells the owner at the address in the database, in the same transaction, so that a thief of the session cannot
 * choose who is told.
 */
async function tellOwner(
  work: TxContext,
  { personId }: Own,
  kind: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed',
  former?: Factor,
): Promise<void> {
  const left = former && former.passkeys > 0 ? { passkeyLeft: 'yes' as const } : {}
  await tellAccount(work, { id: work.context.random.id(), kind, personId, ...left })
}
