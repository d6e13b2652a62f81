import { Dexie } from 'dexie'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { followTranslation } from '../app/followed-translation.ts'
import { allowTranslation } from '../app/translated-page.ts'
import { deviceExists, openDevice } from '../db/device.ts'
import { signOut } from '../store/account/sign-out.ts'
import { startTimers } from './clock.ts'
import { unmount } from './open-screen.tsx'
import { answer, callsUnanswered, goOnline, startServer, VISITOR } from './server.ts'

const PHONE = [390, 844] as const

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Chooses a file of this size in the page's file field; the test may then change or delete the file. */
    chooseFile: (bytes: number) => Promise<void>
    changeChosenFile: () => Promise<void>
    deleteChosenFile: () => Promise<void>
    /** Moves the pointer to a place with nothing under it. */
    leaveWithPointer: () => Promise<void>
    /** Sets the system's preference for motion. */
    wantMotion: (wanted: boolean) => Promise<void>
    /** Makes TikTok answer with an empty player from now on, and records the requests to it. */
    answerTikTok: () => Promise<void>
    /** Returns the requests to TikTok so far: the kind of each and its address. */
    askedOfTikTok: () => Promise<string[]>
  }
}

// On localhost Dexie records a stack trace for each promise, which costs a test more than its writes.
Dexie.debug = false

// As at the app's own start.
allowTranslation()
followTranslation()

/** True between the end of a test and the start of the next one. */
let isLeaving = false

// Ignore errors of databases closed after a test, because the ended test's screen no longer reads what it asked
// for.
window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  const { reason } = event as { reason: unknown }
  if (!isLeaving || (reason as Error | null)?.name !== 'DatabaseClosedError') reportError(reason)
})

/** Delete what an earlier file has left on this device. */
beforeAll(async () => {
  localStorage.clear()
  const databases = await indexedDB.databases()
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name)
})

beforeEach(async () => {
  // Otherwise the browser by itself would ask the server for a passkey challenge; tests about passkeys enable this.
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  await page.viewport(...PHONE)
  await commands.leaveWithPointer()
  isLeaving = false
  // Last, so that a call which the test before still makes is not counted against this one, which answers it.
  startServer()
})

afterEach(async () => {
  isLeaving = true
  const unanswered = [...callsUnanswered()]
  startTimers()
  goOnline()
  dismissToasts()
  unmount()
  vi.restoreAllMocks()
  await leave()
  localStorage.clear()
  sessionStorage.clear()
  expect(unanswered, 'calls that no test answers').toEqual([])
})

/** Dismisses the toasts of the last test, so that the next one does not see them. */
function dismissToasts(): void {
  const marks = document.querySelectorAll('button [aria-label="Dismiss"]')
  for (const mark of marks) mark.closest('button')?.click()
}

/** Signs out, which deletes the user's data on this device. */
async function leave(): Promise<void> {
  answer('signOut', {})
  answer('session', VISITOR)
  await signOut({ discardUnsent: true })
  await forgetGuest()
}

/** Clears the guest's tables. The database stays open, because the sync runner still uses it. */
async function forgetGuest(): Promise<void> {
  if (!(await deviceExists('guest'))) return
  await Promise.all(openDevice('guest').tables.map((table) => table.clear()))
}
