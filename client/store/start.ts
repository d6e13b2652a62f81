import { isSignOutPending } from '../api/call.ts'
import { callUntilReached } from '../api/call-until-reached.ts'
import { leftAccounts } from '../api/left-accounts.ts'
import { getSession, refreshSession, watchSession } from '../api/session.ts'
// A static import, because this module needs it at once, and so that it is cached for offline use.
import '../api/session-calls.ts'
import { watchConnection } from '../api/connection.ts'
import { owedDeletions } from '../db/storage/owed-deletions.ts'
import { retryUntilDone } from './sending/retry-loop.ts'
import { hasDevice } from './use-has-device.ts'
import { watchClock } from './watch-clock.ts'

const AGAIN_MS = 5_000

/**
 * Starts the background work once a page has painted: refreshes the session and sends what this device still has to
 * send. Loads nothing for a visitor without data here.
 */
export function startBackground(): void {
  // Once refreshed, a session is asked for again only where something depends on it.
  callUntilReached(refreshSession, () => {})
  watchClock()
  watchSession(beginWork)
  watchConnection((online) => {
    // Refresh the session when the network is back, so that a sign-out made offline reaches the server.
    if (online && isSignOutPending()) void refreshSession()
  })
  beginWork()
  if (owedDeletions().length + leftAccounts().length > 0)
    retryUntilDone(async () => (await import('./account/account-data.ts')).finishDeleting())
}

let again: ReturnType<typeof setTimeout> | undefined

/** Starts the work, and tries again where a part of the app could not be loaded, because otherwise nothing is sent. */
function beginWork(): void {
  clearTimeout(again)
  startWork().catch(() => {
    clearTimeout(again)
    again = setTimeout(beginWork, AGAIN_MS)
  })
}

async function startWork(): Promise<void> {
  const { account } = getSession()
  if (!(await hasDevice(account))) return
  const { ensureWork } = await import('./sending/sync-runner.ts')
  ensureWork(account)
  if (account !== 'guest') await tellLeftDrafts(account)
}

/** Queues the drafts of a page that was killed. Ignores errors, because the account may be leaving this device. */
async function tellLeftDrafts(account: string): Promise<void> {
  const [{ openDevice }, { tellDrafts }] = await Promise.all([
    import('../db/device.ts'),
    import('./drafts.ts'),
  ])
  await tellDrafts(openDevice(account)).catch(() => {})
}
