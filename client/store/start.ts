import { isSignOutPending } from '../api/call.ts'
import { getSession, refreshSession, watchSession } from '../api/session.ts'
// asked for at once below: it comes in the same go, and is kept for the time without a network
import '../api/session-calls.ts'
import { watchConnection } from '../api/connection.ts'
import { owedDeletions } from './account/owed-deletions.ts'

/** What a guest of this device has begun is kept under this name. */
const GUEST_DATABASE = 'device-guest'

/**
 * Begins what goes on behind the screens, once a page has painted: asks who is signed in, and sends what this device
 * still has to send. A visitor who has nothing here loads nothing.
 */
export function startBackground(): void {
  void refreshSession()
  watchSession(beginWork)
  watchConnection((online) => {
    // whoever signed out without a network is signed out for the server too as soon as it is back
    if (online && isSignOutPending()) void refreshSession()
    if (online && isWorkOwed) beginWork()
  })
  beginWork()
  if (owedDeletions().length > 0)
    void import('./account/account-data.ts').then((data) => data.finishDeleting())
}

/** A part of the app that is not on this device yet cannot be had without a network, and is asked for again with it. */
function beginWork(): void {
  isWorkOwed = false
  startWork().catch(() => {
    isWorkOwed = true
  })
}

let isWorkOwed = false

async function startWork(): Promise<void> {
  const { account } = getSession()
  if (account === 'guest' && !(await hasGuestDatabase())) return
  const { ensureWork } = await import('./sending/sync-runner.ts')
  ensureWork(account)
  if (account !== 'guest') await tellLeftDrafts(account)
}

/** What was typed in a page that was killed is told now; a device that is being left tells nothing. */
async function tellLeftDrafts(account: string): Promise<void> {
  const [{ openDevice }, { tellDrafts }] = await Promise.all([
    import('../db/device.ts'),
    import('./drafts.ts'),
  ])
  await tellDrafts(openDevice(account)).catch(() => {})
}

async function hasGuestDatabase(): Promise<boolean> {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === GUEST_DATABASE)
}
