import type {
  BeginFirstAdminCall,
  FirstAdminCall,
  NewSecondFactor,
  RecoveryCodes,
} from '../../../sync/account/safety.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import { linkHash } from '../../notify/private-link.ts'
import { work as inWork, type Work } from '../../work.ts'
import { beginSession } from '../access/begin-session.ts'
import { createAccount } from '../create-account.ts'
import { checkNewPassword } from '../password.ts'
import { personById } from '../person.ts'
import { readNewKey, showNewKey } from './new-key.ts'
import { keepFactor } from './store.ts'

/** Where the set-up link leads; its token stands behind the `#`. */
const SET_UP_PATH = '/setup'
const IDENTIFIER = 'first-admin'
const LINK_LIVES_MS = DAY_MS

/**
 * While no admin with a second factor is there, a link makes the first one. Answers it when it is new: it is told once,
 * for a day; a configured token (ADMIN_SETUP_TOKEN) is known to whoever set it, and is good until it was used.
 */
export async function offerFirstAdmin(context: Context): Promise<string | null> {
  return inWork(context, async ({ tx }) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${IDENTIFIER}, 0))`
    if (await hasAdmin(tx)) {
      await tx`delete from auth.verification where identifier = ${IDENTIFIER}`
      return null
    }
    const configured = context.env.adminSetUpToken
    const [known] = await tx`
      select from auth.verification where identifier = ${IDENTIFIER} and "expiresAt" > app_now()`
    if (known && !configured) return null
    const token = configured ?? Buffer.from(context.random.bytes(32)).toString('base64url')
    await tx`delete from auth.verification where identifier = ${IDENTIFIER}`
    await tx`
      insert into auth.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
      values (${context.random.id()}, ${IDENTIFIER}, ${linkHash(token)},
        app_now() + ${LINK_LIVES_MS} * interval '1 millisecond', app_now(), app_now())`
    return configured ? null : `${SET_UP_PATH}#token=${token}`
  })
}

async function hasAdmin(on: Queryable): Promise<boolean> {
  const [row] = await on`
    select from person p where p.role = 'admin' and (
      exists (select from second_factor f where f.user_id::text = p.auth_id)
      or exists (select from passkey k where k.user_id::text = p.auth_id)) limit 1`
  return row !== undefined
}

const purposeOf = (token: string) => `first admin ${linkHash(token)}`

/** Shows the key of the first admin's second factor to whoever has the link, which stays good. Refusal: `link-spent`. */
export async function beginFirstAdmin(
  { context, tx, now }: Work,
  { token, email }: BeginFirstAdminCall,
): Promise<Result<NewSecondFactor>> {
  const [link] = await tx`
    select from auth.verification where value = ${linkHash(token)} and identifier = ${IDENTIFIER}
      and "expiresAt" > app_now()`
  if (!link || (await hasAdmin(tx))) return refuse('link-spent')
  return done(showNewKey(context, { purpose: purposeOf(token), email, now }))
}

/**
 * Makes the first admin, second factor included, and signs in; the link is spent. Refusals: `link-spent`, those of a
 * password, `set-up-expired`, `wrong-code`, `address-taken`.
 */
export async function makeFirstAdmin(
  work: Work,
  { token, password, sealed, code, ...named }: FirstAdminCall,
  userAgent: string | null,
): Promise<Result<RecoveryCodes & { setCookie: string }>> {
  const { context, tx, now } = work
  const spent = await tx`
    delete from auth.verification where value = ${linkHash(token)} and identifier = ${IDENTIFIER}
      and "expiresAt" > app_now() returning 1`
  if (spent.length === 0 || (await hasAdmin(tx))) return refuse('link-spent')
  const good = checkNewPassword(password, 'admin')
  if (!good.ok) return good
  const shown = readNewKey(context, { purpose: purposeOf(token), sealed, code, now })
  if (!shown.ok) return shown
  const userId = await createAdmin(work, named, password)
  if (!userId) return refuse('address-taken')
  const recoveryCodes = await keepFactor(work, { userId, ...shown.value })
  if (!recoveryCodes) throw new InternalError('an account that was just made has a second factor')
  return done({ recoveryCodes, ...(await beginSession(work, userId, { userAgent, isFactorShown: true })) })
}

type Named = Pick<FirstAdminCall, 'firstName' | 'lastName' | 'email'>

async function createAdmin(work: Work, named: Named, password: string): Promise<string | null> {
  const unsaid = { username: null, birthDate: null, city: null, countryCode: null }
  const person = { id: work.context.random.id(), ...named, ...unsaid }
  const { personId, created } = await createAccount(work, { person, role: 'admin', password, verified: true })
  return created ? ((await personById(work.tx, personId))?.authId ?? null) : null
}
