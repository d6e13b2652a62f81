import type { AnyRouter } from '@tanstack/react-router'
import { getSession, watchSession } from '../../api/session.ts'
import { listenForInstall } from '../../pwa/install.ts'
import { forgetKept, keepForOffline, partsFor } from '../../pwa/offline.ts'
import { listenForOpenedFiles } from '../../pwa/opened-files.ts'
import { onNotificationPath, registerServiceWorker } from '../../pwa/update/register.ts'
import { startRetryLoop } from '../../store/sending/retry-loop.ts'
import { startBackground } from '../../store/start.ts'
import { onTold, type Told } from '../../ui/toasts.ts'
import { followTranslation } from '../followed-translation.ts'
import { tellOfSignOut } from './signed-out-elsewhere.ts'

const SERVICE_WORKER = '/service-worker.js'
const VISITOR_WAIT_MS = 4_000

/** Starts the background work once the page can be used: the session, sending, the service worker. */
export function startBehind(router: AnyRouter): void {
  reportUncaught()
  followTranslation()
  listenForInstall()
  tellOfSignOut()
  startBackground()
  onTold((told) => void keepTold(told).catch(() => {}))
  onNotificationPath((href) => void router.navigate({ href }))
  listenForOpenedFiles((href) => void router.navigate({ href }))
  whenIdle(startServiceWorker)
}

/** Reports uncaught errors to the server, with code that is loaded when the first error occurs. */
function reportUncaught(): void {
  const report = async (kind: 'error' | 'rejection', error: unknown) =>
    (await import('../report-error.ts')).reportError(kind, error)
  addEventListener('error', ({ error }) => void report('error', error).catch(() => {}))
  addEventListener('unhandledrejection', ({ reason }) => void report('rejection', reason).catch(() => {}))
}

/** Stores a message in the activity list of the account that uses the device at that moment. */
async function keepTold(told: Told): Promise<void> {
  const { keepActivity } = await import('../../store/account/activity.ts')
  await keepActivity(getSession().account, told)
}

function startServiceWorker(): void {
  // In development, `npm run dev` sets whether there is a service worker.
  if (import.meta.env.DEV && !import.meta.env.SERVICE_WORKER) return
  if ('serviceWorker' in navigator) keepApp()
}

/**
 * Registers the service worker, and keeps the app on this device for offline use: at once for a signed-in user, some
 * seconds after the page for a visitor, and not for a visitor whose browser saves data.
 */
function keepApp(): void {
  let isVisitorsTurn = false
  const wanted = () => (getSession().person || isVisitorsTurn ? partsFor(getSession()) : [])
  let parts = wanted()
  const loop = startRetryLoop(async () => {
    const registered = registerServiceWorker(SERVICE_WORKER)
    if (parts.length > 0) return keepForOffline(parts, registered, keepPages)
    return (await registered) ? { left: 'nothing' } : { left: 'later', afterMs: null }
  })
  const look = () => {
    const former = parts.join()
    // After a sign-out keep the visitor's parts at once, so that the cache does not reveal whose account was here.
    if (parts.length > 0 && !getSession().person) isVisitorsTurn = true
    parts = wanted()
    if (parts.join() === former) return
    forgetKept()
    loop.wake()
  }
  watchSession(look)
  if (savesData()) return
  setTimeout(() => {
    isVisitorsTurn = true
    look()
  }, VISITOR_WAIT_MS)
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Runs `act` when the browser is idle. Safari has no idle callback, so there it runs after a second. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 1_000)
}

/** Stores the public pages a member looks at: the roster and an athlete's own profile. Returns true once stored. */
async function keepPages(): Promise<boolean> {
  const { person } = getSession()
  if (!person) return true
  const { seenProfile, seenRoster } = await import('../../athlete/recently-seen.ts')
  // A fan has no public profile.
  const own = person.role === 'creator' ? person.username : null
  return (await keepRoster(seenRoster() !== null)) && (await keepOwn(own, seenProfile))
}

async function keepRoster(isSeen: boolean): Promise<boolean> {
  if (isSeen) return true
  const { loadRoster } = await import('../../athlete/shown-roster.ts')
  return !(await loadRoster({}, null)).isMissing
}

async function keepOwn(username: string | null, seen: (username: string) => unknown): Promise<boolean> {
  if (!username || seen(username)) return true
  const { loadProfile } = await import('../../pages/load-profile.ts')
  return !(await loadProfile(username, null)).isMissing
}
