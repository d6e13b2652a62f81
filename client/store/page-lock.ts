const FIRST_ASK_MS = 500
const ANSWER_MS = 3_000
const ASK_AGAIN_MS = 20_000

const [ASK, HERE] = ['are you there?', 'here']
/** Why a request for a lock ended: its holder gave no sign of life, or this page was left. */
const [SILENT, LEFT] = [new Error('the holder of the lock is silent'), new Error('the page was left')]

type Lock = { queued: AbortController; lost: AbortController }

const locks = new Set<Lock>()
let isLeft = false
let hasLetGo = false

/**
 * Runs `act` under a Web Lock. A browser keeps the locks of a page that it has suspended, so a waiting page asks the
 * holder for a sign of life and, while it is looked at, takes the lock of a holder that gives none. `lost` is aborted
 * when this page loses its lock in that way or is left; then this rejects, and what still runs must change nothing.
 * Aborting `signal` ends the wait.
 */
export async function underLock<T>(
  name: string,
  act: (lost: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  listenOnce()
  // What is tried again at once must not be held while the page is kept.
  if (isLeft) throw LEFT
  const lock: Lock = { queued: new AbortController(), lost: new AbortController() }
  const { queued, lost } = lock
  const leave = () => queued.abort(signal?.reason)
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  const stopAsking = watchHolder(name, () => queued.abort(SILENT))
  const hold = async () => {
    stopAsking()
    const stopAnswering = answerFor(name)
    try {
      return await Promise.race([act(lost.signal), rejectOnAbort(lost.signal)])
    } finally {
      stopAnswering()
    }
  }
  locks.add(lock)
  try {
    return await navigator.locks.request(name, { signal: queued.signal }, hold).catch((error) => {
      if (queued.signal.reason !== SILENT || lost.signal.aborted) throw error
      return navigator.locks.request(name, { steal: true }, hold)
    })
  } catch (error) {
    lost.abort(error)
    throw error
  } finally {
    stopAsking()
    signal?.removeEventListener('abort', leave)
    locks.delete(lock)
  }
}

/** Returns whether this page let go of locks when it was left, so that others may have done its work since. */
export function hasLetGoOfLocks(): boolean {
  return hasLetGo
}

const channelOf = (name: string) => new BroadcastChannel(`lock ${name}`)

/** Gives signs of life for the holder of a lock. Returns the function that stops it. */
function answerFor(name: string): () => void {
  const channel = channelOf(name)
  channel.onmessage = ({ data }) => {
    if (data === ASK) channel.postMessage(HERE)
  }
  // Whoever has asked the holder before this one would take its silence for ours.
  channel.postMessage(HERE)
  return () => channel.close()
}

/** Asks the holder of a lock for signs of life until stopped, and calls `onSilent` when one does not come. */
function watchHolder(name: string, onSilent: () => void): () => void {
  let channel: BroadcastChannel | null = null
  let timer = setTimeout(ask, FIRST_ASK_MS)
  function ask() {
    channel ??= channelOf(name)
    channel.onmessage = ({ data }) => {
      if (data === HERE) askIn(ASK_AGAIN_MS)
    }
    channel.postMessage(ASK)
    const askedAt = Date.now()
    timer = setTimeout(() => {
      // A page that was suspended itself may not have heard the answer yet.
      if (isSeen() && Date.now() - askedAt < 2 * ANSWER_MS) onSilent()
      else ask()
    }, ANSWER_MS)
  }
  function askIn(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }
  return () => {
    clearTimeout(timer)
    channel?.close()
  }
}

/** A service worker has no document, and sends when nobody looks at a page. */
function isSeen(): boolean {
  const { document } = globalThis as { document?: { visibilityState: string } }
  return document?.visibilityState !== 'hidden'
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

let isListening = false

/** Lets go of all locks when the page is left and kept to be shown again, because it may keep them as long. */
function listenOnce(): void {
  if (isListening || !('addEventListener' in globalThis)) return
  isListening = true
  addEventListener('pagehide', ({ persisted }: Event & { persisted?: boolean }) => {
    if (!persisted) return
    isLeft = true
    hasLetGo = locks.size > 0
    for (const { queued, lost } of locks) {
      queued.abort(LEFT)
      lost.abort(LEFT)
    }
  })
  addEventListener('pageshow', () => {
    isLeft = false
  })
}
