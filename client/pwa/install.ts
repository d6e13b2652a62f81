import { useSyncExternalStore } from 'react'
import { keepNote } from '../api/keep-note.ts'

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const DISMISSED = 'infield.install-dismissed'
const ASK_AGAIN_MS = 30 * 24 * 3_600_000

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

/** Catches the browser's offer to install the app. Called once, at the start. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPrompt
    publish()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    publish()
  })
}

/**
 * Returns whether to offer an installation: the browser allows it, and the user has not said "not now" within a
 * month.
 */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer !== null && !isDismissed(),
    () => false,
  )
}

/** Shows the browser's install dialog, after the user pressed a button. Resolves to true when the user accepted. */
export async function installApp(): Promise<boolean> {
  const answer = await offer?.prompt()
  offer = null
  if (answer?.outcome === 'dismissed') dismissInstall()
  else publish()
  return answer?.outcome === 'accepted'
}

/** Hides the offer ("not now") for a month. */
export function dismissInstall(): void {
  offer = null
  keepNote(DISMISSED, String(Date.now()))
  publish()
}

function isDismissed(): boolean {
  const dismissedFor = Date.now() - Number(localStorage.getItem(DISMISSED) ?? 0)
  return dismissedFor >= 0 && dismissedFor < ASK_AGAIN_MS
}

function publish(): void {
  for (const listener of listeners) listener()
}
