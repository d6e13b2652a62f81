import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import { checkAthlete, type JoinAthleteCall } from '../../../sync/athlete/join.ts'
import { placesFor } from '../../../sync/media/picture.ts'
import type { Result } from '../../../sync/result.ts'
import { keepJoining } from '../../account/access/joining.ts'
import type { Context } from '../../context.ts'
import { checkSignupCode } from './signup-code.ts'

/**
 * Stores the sign-up of an athlete who has the valid code: first the account, then the pictures, and the
 * confirmation once the pictures have arrived (S2-4.22, D53). The code decides the role, never the request
 * (S2-6.1, D100); only the inbox of the address is told whether it has an account (S2-8.1, D112). Refuses
 * `wrong-signup-code`, `under-age`, `bad-birth-date`, `unknown-country`, what a password is refused for, and
 * `username-taken` (S2-8.2).
 */
export async function joinAthlete(context: Context, call: JoinAthleteCall): Promise<Result<JoinAnswer>> {
  const { code, person, username, password, profile, covers } = call
  const known = await checkSignupCode(context, context.sql, code)
  if (!known.ok) return known
  const allowed = checkAthlete(person, (await context.clock.now()).getTime())
  if (!allowed.ok) return allowed
  return keepJoining(context, {
    role: 'creator',
    person,
    username,
    password,
    profile,
    awaited: placesFor(covers),
  })
}
