import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import { checkAthlete, type JoinAthleteCall } from '../../../sync/athlete/join.ts'
import { placesFor } from '../../../sync/media/picture.ts'
import type { Result } from '../../../sync/result.ts'
import { keepJoining } from '../../account/access/joining.ts'
import type { Context } from '../../context.ts'
import { checkSignupCode } from './signup-code.ts'

/**
 * Keeps what an athlete signs up with, by the code that counts: the account first, the pictures after it, and the
 * confirmation when they are there (S2-4.22, D53). The role comes of the code, never of what was sent (S2-6.1, D100);
 * whether the address has an account is told in its inbox and nowhere else (S2-8.1, D112). Refusals:
 * `wrong-signup-code`, `under-age`, `bad-birth-date`, `unknown-country`, those of a password, `username-taken` (S2-8.2).
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
