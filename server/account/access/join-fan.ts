import type { JoinAnswer, UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { checkAsker } from '../../../sync/account/asker.ts'
import type { JoinFanCall } from '../../../sync/athlete/join.ts'
import { placesFor } from '../../../sync/media/picture.ts'
import type { Result } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { isUsernameTaken, keepJoining } from './joining.ts'

/** Whether a username is somebody's already: told at once, unlike an address (D112). */
export async function askUsername(on: Queryable, username: string): Promise<UsernameAnswer> {
  return { taken: await isUsernameTaken(on, username) }
}

/**
 * Keeps what a fan signs up with; when the picture has come, the address is mailed a link (S2-5.17). Nothing of it counts
 * before the link comes back with the password; an address that has an account is told so in its inbox, and nowhere else
 * (D43, D112). The role is always basic (S2-5.21). Refusals: `under-age`, `bad-birth-date`, `unknown-country` (D11), those of a password,
 * `username-taken` (S2-5.19).
 */
export async function joinFan(context: Context, call: JoinFanCall): Promise<Result<JoinAnswer>> {
  const allowed = checkAsker(call.person, (await context.clock.now()).getTime())
  if (!allowed.ok) return allowed
  const { networks = null, ...joining } = call
  return keepJoining(context, { ...joining, role: 'basic', profile: networks, awaited: placesFor(0) })
}
