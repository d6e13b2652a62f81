import type { Asker } from '../../../sync/account/asker.ts'
import { checkPasswordLength } from '../../../sync/account/password.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { personProblems } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'

export type Joining = Asker & { username: string; password: string; picture: ReadyPicture | null }
export type JoinProblems = Partial<Record<keyof Joining, string>>

/** What keeps a fan from joining, field by field; empty when the server may be asked (S2-5.17). */
export function checkJoining(
  { username: _, password, picture, ...person }: Joining,
  now: number,
): JoinProblems {
  const problems: JoinProblems = personProblems(person, now)
  if (!picture) problems.picture = 'Choose a profile picture.'
  const long = checkPasswordLength(password, 'basic')
  if (!long.ok) problems.password = refusalText(long.refusal)
  return problems
}
