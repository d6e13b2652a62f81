import { readKeptSession } from '../../api/kept-session.ts'

/** Returns whether the browser lets this site keep anything; a browser that blocks site data throws on access. */
export function mayKeep(): boolean {
  try {
    return localStorage !== null
  } catch {
    return false
  }
}

/** The key of the note whether this browser has opened a database: `yes`, or `no` where it could not at its last start. */
export const PROVEN = 'infield.proven'

/**
 * Returns whether this browser may have stored something here. It is then not proven again that it opens databases,
 * because a full device that makes no new one still opens those it has, and their recordings must stay in sight.
 */
export function isProven(): boolean {
  const proven = localStorage.getItem(PROVEN)
  return proven === 'yes' || (proven === null && Boolean(readKeptSession()?.person))
}
