import { refreshSession } from '../api/session.ts'

/**
 * Updates the session after a call has signed in. Asks the server twice, because the first refresh may join a
 * request that was sent before the sign-in.
 */
export async function enterSession(): Promise<void> {
  await refreshSession()
  await refreshSession()
}
