import { refreshSession } from '../api/session.ts'

/** A call has just signed in: this page asks who it is now. A question that was under way is about who it was before. */
export async function enterSession(): Promise<void> {
  await refreshSession()
  await refreshSession()
}
