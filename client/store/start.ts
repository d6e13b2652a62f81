import { getSession, refreshSession, watchSession } from '../app/session.ts'

/** What a guest of this device has begun is kept under this name. */
const GUEST_DATABASE = 'device-guest'

/**
 * Begins what goes on behind the screens, once a page has painted: asks who is signed in, and sends what this device
 * still has to send. A visitor who has nothing here loads nothing.
 */
export async function startBackground(): Promise<void> {
  void refreshSession()
  const start = async () => {
    const { account } = getSession()
    if (account === 'guest' && !(await hasGuestDatabase())) return
    const [{ ensureWork }, { finishDeleting }] = await Promise.all([
      import('./work.ts'),
      import('./account-data.ts'),
    ])
    ensureWork(account)
    await finishDeleting()
  }
  watchSession(() => void start())
  await start()
}

async function hasGuestDatabase(): Promise<boolean> {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === GUEST_DATABASE)
}
