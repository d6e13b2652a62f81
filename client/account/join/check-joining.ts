import type { Asker } from '../../../sync/account/asker.ts'
import { checkPasswordLength } from '../../../sync/account/password.ts'
import { networks } from '../../../sync/athlete/profile.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { personProblems } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'
import { HANDLE, handleOf, NETWORKS, type TypedNetworks } from './handle.ts'

export type Joining = Asker &
  TypedNetworks & { username: string; password: string; picture: ReadyPicture | null }
export type JoinProblems = Partial<Record<keyof Joining, string>>

/** Returns the mistakes in a fan's sign-up form by field; empty when the form may be sent (S2-5.17). */
export function checkJoining(
  { username: _, password, picture, ...person }: Joining,
  now: number,
): JoinProblems {
  const problems: JoinProblems = personProblems(person, now)
  for (const name of NETWORKS)
    if (!networks.shape[name].safeParse(handleOf(person[name])).success) problems[name] = HANDLE
  if (!picture) problems.picture = 'Choose a profile picture.'
  const long = checkPasswordLength(password, 'basic')
  if (!long.ok) problems.password = refusalText(long.refusal)
  return problems
}
