import { useSyncExternalStore } from 'react'

const PROBE_MS = [3_000, 10_000, 30_000] as const
const PROBE_PATIENCE_MS = 10_000

let reached = true
let failures = 0
let probe: ReturnType<typeof setTimeout> | undefined
let isDoubted = false
const listeners = new Set<() => void>()

/** Whether this server can be reached, as far as is known: the browser's word plus what the last call came to. */
export function isOnline(): boolean {
  return reached && navigator.onLine
}

/** True while the server can be reached; a captive portal or a dead network counts as offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

/** Calls `listener` whenever the connection comes or goes; the answer stops it. */
export function watchConnection(listener: (online: boolean) => void): () => void {
  return subscribe(() => listener(isOnline()))
}

/** Every call says here whether our own server answered. */
export function reportReached(answered: boolean): void {
  failures = answered ? 0 : failures
  if (answered !== reached) {
    reached = answered
    publish()
  }
  if (!answered) probeLater()
}

/** Something that is no call of ours broke off: asks the server at once whether it can be reached. */
export function doubtReached(): void {
  if (isDoubted) return
  isDoubted = true
  void lookForServer().then((answered) => {
    isDoubted = false
    reportReached(answered)
  })
}

/** Asks the server itself, where the browser has not ruled it out. */
export async function canReachServer(): Promise<boolean> {
  const answered = navigator.onLine && (await lookForServer())
  reportReached(answered)
  return answered
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', onBrowserOnline)
    window.addEventListener('offline', publish)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('online', onBrowserOnline)
    window.removeEventListener('offline', publish)
  }
}

function publish(): void {
  for (const listener of listeners) listener()
}

/** The network is back, so whatever the last call came to is old news. */
function onBrowserOnline(): void {
  reached = true
  failures = 0
  publish()
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
