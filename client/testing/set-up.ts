import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { deviceExists, openDevice } from '../store/device.ts'
import { unmount } from './open-screen.tsx'
import { callsUnanswered, goOnline, startServer } from './server.ts'

const PHONE = [390, 844] as const

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** The pointer goes where nothing is under it. */
    leaveWithPointer: () => Promise<void>
    /** What the person has asked their system for. */
    wantMotion: (wanted: boolean) => Promise<void>
  }
}

/** What an earlier file has left on this device. */
beforeAll(async () => {
  localStorage.clear()
  const databases = await indexedDB.databases()
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name)
})

beforeEach(async () => {
  startServer()
  await page.viewport(...PHONE)
  await commands.leaveWithPointer()
})

afterEach(async () => {
  vi.useRealTimers()
  goOnline()
  unmount()
  await forgetGuest()
  localStorage.clear()
  sessionStorage.clear()
  expect(callsUnanswered(), 'calls that no test answers').toEqual([])
})

/** The database stays open, since what sends from it does. */
async function forgetGuest(): Promise<void> {
  if (!(await deviceExists('guest'))) return
  await Promise.all(openDevice('guest').tables.map((table) => table.clear()))
}
