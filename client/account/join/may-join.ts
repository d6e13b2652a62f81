import { isUsername } from '../../../sync/account/username.ts'

type Typed = {
  username: string
  /** True when the password is not empty and equals its confirmation. */
  isSame: boolean
  /** The error shown at the username, if any. */
  problem: string | undefined
}

/** Checks whether the form can be submitted: a valid username and a confirmed password (S2-5.7, S2-5.18). */
export function mayJoin({ username, isSame, problem }: Typed): boolean {
  return isUsername(username) && isSame && !problem
}
