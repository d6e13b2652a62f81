import type { JoinAnswer, UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { checkAsker } from '../../../sync/account/asker.ts'
import type { JoinFanCall } from '../../../sync/athlete/join.ts'
import { placesFor } from '../../../sync/media/picture.ts'
import type { Result } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { isUsernameTaken, keepJoining } from './joining.ts'

/** Returns whether a username is taken. Unlike an address, this is told at once (D112). */
export async function askUsername(on: Queryable, username: string): Promise<UsernameAnswer> {
  return { taken: await isUsernameTaken(on, username) }
}

/**
 * Stores the sign-up of a fan; once the picture has arrived, a link is mailed to the address (S2-5.17). Nothing
 * takes effect before the link comes back with the password. If the address already has an account, only its
 * inbox is told (D43, D112). The role is always basic (S2-5.21). Refuses `under-age`, `bad-birth-date`,
 * `unknown-country` (D11), `username-taken` (S2-5.19), and what a password is refused for.
 */
export async function joinFan(context: Context, call: JoinFanCall): Promise<Result<JoinAnswer>> {
  const allowed = checkAsker(call.person, (await context.clock.now()).getTime())
  if (!allowed.ok) return allowed
  const { networks = null, ...joining } = call
  return keepJoining(context, { ...joining, role: 'basic', profile: networks, awaited: placesFor(0) })
}
