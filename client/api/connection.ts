import { useSyncExternalStore } from 'react'

const PROBE_MS = [3_000, 10_000, 30_000] as const
const PROBE_PATIENCE_MS = 10_000

let reached = true
let failures = 0
let probe: ReturnType<typeof setTimeout> | undefined
let isDoubted = false
/** Whether the server has answered since the browser reported no network, so that the report counts for nothing. */
let isBrowserWrong = false
/** The check of the browser's report that is under way. */
let browserCheck: object | null = null
const listeners = new Set<() => void>()

/**
 * Returns whether the server can be reached, judging by the last call and by the browser's report. A browser that
 * reports no network, as some do beside a VPN, is believed until the server answers all the same.
 */
export function isOnline(): boolean {
  return reached && (navigator.onLine || isBrowserWrong)
}

/** Returns true while the server can be reached. A captive portal or a dead network counts as offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

/** Calls `listener` whenever the connection comes or goes. Returns a function that stops this. */
export function watchConnection(listener: (online: boolean) => void): () => void {
  return subscribe(() => listener(isOnline()))
}

/** Records whether our own server answered. Every call reports it here. */
export function reportReached(answered: boolean): void {
  failures = answered ? 0 : failures
  if (!answered) isBrowserWrong = false
  if (answered !== reached) {
    reached = answered
    publish()
  }
  if (answered) checkBrowser()
  else probeLater()
}

/** Asks the server at once whether it can be reached, after a request that is not made by `call` has broken off. */
export function doubtReached(): void {
  if (isDoubted) return
  isDoubted = true
  void lookForServer().then((answered) => {
    isDoubted = false
    reportReached(answered)
  })
}

/** Asks the server whether it can be reached, whatever the browser says. */
export async function canReachServer(): Promise<boolean> {
  const answered = await lookForServer()
  reportReached(answered)
  return answered
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', onBrowserOnline)
    window.addEventListener('offline', onBrowserOffline)
    checkBrowser()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('online', onBrowserOnline)
    window.removeEventListener('offline', onBrowserOffline)
    believeBrowser()
  }
}

function publish(): void {
  for (const listener of listeners) listener()
}

/** Marks the server as reachable when the browser reports a network, because the last failure no longer counts. */
function onBrowserOnline(): void {
  reached = true
  failures = 0
  believeBrowser()
  publish()
}

function onBrowserOffline(): void {
  believeBrowser()
  publish()
  checkBrowser()
}

function believeBrowser(): void {
  isBrowserWrong = false
  browserCheck = null
}

/**
 * Asks the server once whether the browser's report of no network is wrong. The answer to a call is no proof of
 * that, because the call may have left before the network went.
 */
function checkBrowser(): void {
  if (navigator.onLine || isBrowserWrong || browserCheck) return
  const check = {}
  browserCheck = check
  void lookForServer().then((answered) => {
    if (browserCheck !== check) return
    browserCheck = null
    if (!answered || navigator.onLine) return
    reached = true
    isBrowserWrong = true
    publish()
  })
}

function probeLater(): void {
  if (probe !== undefined) return
  const wait = PROBE_MS[Math.min(failures, PROBE_MS.length - 1)]
  failures += 1
  probe = setTimeout(() => {
    probe = undefined
    void lookForServer().then(reportReached)
  }, wait)
}

async function lookForServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_PATIENCE_MS)
    const response = await fetch('/healthz', { cache: 'no-store', redirect: 'error', signal })
    return response.ok && !(response.headers.get('content-type') ?? '').includes('html')
  } catch {
    return false
  }
}
