import { keepNote, readNote } from './keep-note.ts'

/** An account that somebody else's sign-in has followed, and the moment of that by this device's clock. */
export type LeftAccount = { account: string; leftAt: number }

const KEY = 'infield.left'

/** Returns the accounts whose data is to leave this device and, as far as is known, has not left it yet. */
export function leftAccounts(): LeftAccount[] {
  return readNote<LeftAccount[]>(KEY) ?? []
}

/** Notes that an account's data is to leave this device, so that the next start goes on if this page ends before. */
export function noteLeft(account: string): void {
  const left = { account, leftAt: Date.now() }
  keepNote(KEY, JSON.stringify([...leftAccounts().filter((known) => known.account !== account), left]))
}

/** Forgets the note of an account, because its data has left, or its owner is back. */
export function forgetLeft(account: string): void {
  const others = leftAccounts().filter((known) => known.account !== account)
  if (others.length > 0) keepNote(KEY, JSON.stringify(others))
  else localStorage.removeItem(KEY)
}
