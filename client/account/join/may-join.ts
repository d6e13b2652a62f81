import { isUsername } from '../../../sync/account/username.ts'

type Typed = {
  username: string
  /** The password and its confirmation are the same, and there is one. */
  isSame: boolean
  /** What the server said of the username. */
  problem: string | undefined
}

/** Whether the form may be sent at all: a username that can be one, and one password (S2-5.7, S2-5.18). */
export function mayJoin({ username, isSame, problem }: Typed): boolean {
  return isUsername(username) && isSame && !problem
}
