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
    /** The person chooses a file of this size in the page's field for one, and may then change or delete it. */
    chooseFile: (bytes: number) => Promise<void>
    changeChosenFile: () => Promise<void>
    deleteChosenFile: () => Promise<void>
    /** The pointer goes where nothing is under it. */
    leaveWithPointer: () => Promise<void>
    /** What the person has asked their system for. */
    wantMotion: (wanted: boolean) => Promise<void>
    /** TikTok answers from now on with an empty player, and what is asked of it is noted. */
    answerTikTok: () => Promise<void>
    /** What was asked of TikTok since: the kind of each request and its address. */
    askedOfTikTok: () => Promise<string[]>
  }
}

// on localhost Dexie notes for each promise where it was made, which costs a test more than what it stores
Dexie.debug = false

// as the app itself begins
allowTranslation()
followTranslation()

/** From a test's end to the next one's beginning. */
let isLeaving = false

// the screen of a test that has ended no longer hears what its databases, closed meanwhile, were still asked for
window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  const { reason } = event as { reason: unknown }
  if (!isLeaving || (reason as Error | null)?.name !== 'DatabaseClosedError') reportError(reason)
})

/** What an earlier file has left on this device. */
beforeAll(async () => {
  localStorage.clear()
  const databases = await indexedDB.databases()
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name)
})

beforeEach(async () => {
  startServer()
  // a browser of its own accord asks the server for something to sign: tests about that let it
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  await page.viewport(...PHONE)
  await commands.leaveWithPointer()
  isLeaving = false
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

/** What one test was told is not said in the next one. */
function dismissToasts(): void {
  const marks = document.querySelectorAll('button [aria-label="Dismiss"]')
  for (const mark of marks) mark.closest('button')?.click()
}

/** Whoever was signed in signs out, which leaves nothing of theirs here. */
async function leave(): Promise<void> {
  answer('signOut', {})
  answer('session', VISITOR)
  await signOut({ discardUnsent: true })
  await forgetGuest()
}

/** The database stays open, since what sends from it does. */
async function forgetGuest(): Promise<void> {
  if (!(await deviceExists('guest'))) return
  await Promise.all(openDevice('guest').tables.map((table) => table.clear()))
}
