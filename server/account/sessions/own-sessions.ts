import type { EndSessionsCall, SafetyAnswer, SignedInDevice } from '../../../sync/account/safety.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { isLive } from '../../db/live-session.ts'
import { firstOf } from '../../db/pages.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { waitingEmailChange } from '../address/change-email.ts'
import { passkeysOf } from '../passkeys/store.ts'
import { isFactorNeeded } from '../second-factor/check.ts'
import { ownAccount } from '../second-factor/set-up.ts'
import { factorOf } from '../second-factor/store.ts'
import { deviceName } from './device-name.ts'

const MOST = 100

type Row = { id: string; userId: string; userAgent: string | null; signedInAt: Date; lastUsedAt: Date }

/** Returns where the caller's account is signed in, this device first and then the latest, and its second factor. */
export async function answerSafety(context: Context, caller: Caller): Promise<Result<SafetyAnswer>> {
  const { sql, env } = context
  const rows = await sql<Row[]>`
    select s.id, s."userId", s."userAgent", s."createdAt" as "signedInAt", s."updatedAt" as "lastUsedAt"
    from auth.session s join person p on p.auth_id = s."userId"::text
    where p.id = ${caller.personId} and ${isLive(sql)}
    order by s.id is not distinct from ${caller.sessionId}::uuid desc, s."updatedAt" desc limit ${MOST + 1}`
  const { shown, more } = firstOf(rows, MOST)
  const [own] = shown
  if (!own) return refuse('sign-in-first')
  const factor = await factorOf(sql, own.userId)
  return done({
    sessions: shown.map((row) => asDevice(row, caller)),
    moreSessions: more,
    secondFactor: {
      isOn: factor?.hasApp ?? false,
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      isNeeded: (factor?.passkeys ?? 0) === 0 && isFactorNeeded(env, caller.role),
    },
    passkeys: await passkeysOf(sql, own.userId),
    emailChange: caller.personId ? await waitingEmailChange(sql, caller.personId) : null,
  })
}

function asDevice({ id, userAgent, signedInAt, lastUsedAt }: Row, { sessionId }: Caller): SignedInDevice {
  return {
    id,
    device: deviceName(userAgent),
    signedInAt: signedInAt.getTime(),
    lastUsedAt: lastUsedAt.getTime(),
    isThis: id === sessionId,
  }
}

/**
 * Ends sessions of the caller's account at once, with their streams and push subscriptions. An account with a
 * second factor has been asked for it before; any other needs the password, so that a person at an unattended
 * device cannot sign the owner out (ASVS 7.5.2). Refuses `sign-in-first`, `wrong-current-password`, and
 * `not-found` where none matches.
 */
export async function endOwnSessions(
  context: Context,
  caller: Caller,
  { ids, password = '' }: EndSessionsCall,
): Promise<Result<object>> {
  const own = await ownAccount(context.sql, caller)
  if (!own) return refuse('sign-in-first')
  const hasFactor = (await factorOf(context.sql, own.userId)) !== null
  if (!hasFactor && !(await context.passwords.verify(password, own.passwordHash)))
    return refuse('wrong-current-password')
  return transactOrRefuse(context, (work) => endThem(work, caller, ids))
}

async function endThem({ tx }: TxContext, { personId }: Caller, ids: string[]): Promise<Result<object>> {
  const ended = await tx`
    delete from auth.session s using person p
    where p.id = ${personId} and p.auth_id = s."userId"::text and s.id = any (${ids}::uuid[]) returning s.id`
  return ended.length > 0 ? done({}) : refuse('not-found')
}
