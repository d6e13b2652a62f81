import { getSession, refreshSession, watchSession } from '../app/session.ts'
import { owedDeletions } from './account/owed-deletions.ts'

/** What a guest of this device has begun is kept under this name. */
const GUEST_DATABASE = 'device-guest'

/**
 * Begins what goes on behind the screens, once a page has painted: asks who is signed in, and sends what this device
 * still has to send. A visitor who has nothing here loads nothing.
 */
export function startBackground(): void {
  void refreshSession()
  watchSession(() => void startWork())
  void startWork()
  if (owedDeletions().length > 0)
    void import('./account/account-data.ts').then((data) => data.finishDeleting())
}

async function startWork(): Promise<void> {
  const { account } = getSession()
  if (account === 'guest' && !(await hasGuestDatabase())) return
  const { ensureWork } = await import('./sending/work.ts')
  ensureWork(account)
}

async function hasGuestDatabase(): Promise<boolean> {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === GUEST_DATABASE)
}
