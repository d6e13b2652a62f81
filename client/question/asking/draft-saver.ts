import { isCausedBy } from '../../store/takes.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'

/**
 * Where the latest words are stored: in the database (`here`), in this page's memory where the browser stores nothing
 * (`page`), in localStorage beside the database (`aside`), or only on the screen because the device takes neither
 * (`nowhere`); the last two with `-full` if that is because it is full.
 */
export type DraftKept = 'here' | 'page' | 'aside' | 'aside-full' | 'nowhere' | 'nowhere-full'

/** Returns where words are that were written into the database. */
export function keptInDatabase(): DraftKept {
  return keepsNothing() ? 'page' : 'here'
}

/**
 * Where a saver writes a value. `keep` writes it to this device, and `tell` sends it to the owner's other devices.
 * `leave` stores it synchronously, in case the page closes before `keep` ends, and returns whether it could.
 * `onKept` is called after every write with the place where the value is now.
 */
export type DraftSink<T> = {
  keep(value: T): Promise<void>
  tell(value: T): Promise<void>
  leave(value: T): boolean
  onKept?(where: DraftKept): void
}

export type DraftSaver<T> = {
  /** Saves this value at once, or as soon as the write under way has ended. */
  change(value: T): void
  /** Saves and tells the latest value without waiting for a pause; resolves when both attempts have ended. */
  flush(): Promise<void>
  /** Checks whether every change is saved. */
  isIdle(): boolean
  /** Stops the saver, and drops whatever it has not written yet. */
  stop(): void
}

/** How many milliseconds to wait before a refused write is repeated, because a full device may have room by then. */
const TRY_AGAIN_MS = 5_000
const TELL_AFTER_MS = 1_500
/** How many milliseconds a fan can type without a pause before the saver tells the other devices anyway. */
const TELL_ANYWAY_MS = 6_000

/**
 * Creates a saver that writes changes without waiting for a pause: one write at a time, and always the latest value
 * next. It tells the other devices only after a pause, because each time goes over the network.
 */
export function startDraftSaver<T>({ keep, tell, leave, onKept }: DraftSink<T>): DraftSaver<T> {
  let latest: { value: T } | null = null
  let unkept: { value: T } | null = null
  let writing: Promise<void> | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  /** Writes one value. When the device refuses it, the value saved before stays in the database. */
  const keepOne = async (value: T) => {
    const refused = await keep(value).then(
      () => null,
      (error): DraftKept => {
        const place = leave(value) ? 'aside' : 'nowhere'
        return isCausedBy(error, 'QuotaExceededError') ? `${place}-full` : place
      },
    )
    if (isStopped) return
    if (!refused && !latest) unkept = null
    onKept?.(refused ?? keptInDatabase())
  }
  const write = async () => {
    while (latest && !isStopped) {
      const { value } = latest
      latest = null
      await keepOne(value)
    }
    writing = null
    clearTimeout(again)
    if (unkept && !isStopped) again = setTimeout(writeAgain, TRY_AGAIN_MS)
  }
  const writeAgain = () => {
    latest ??= unkept
    writing ??= write()
  }
  const telling = startTelling(tell)
  return {
    change(value) {
      if (isStopped) return
      latest = { value }
      unkept = latest
      writing ??= write()
      telling.change(value)
    },
    async flush() {
      clearTimeout(again)
      const due = isStopped ? null : (latest ?? (writing === null ? unkept : null))
      latest = null
      if (unkept && !isStopped) leave(unkept.value)
      // Do not wait for an earlier write, because the page may be closing; the database keeps the writes in order.
      await Promise.all([writing, due && keepOne(due.value), telling.now()])
    },
    isIdle: () => !latest && !writing && !unkept,
    stop() {
      isStopped = true
      latest = null
      telling.stop()
      clearTimeout(again)
    },
  }
}

/** Creates the part that tells the latest value: after a pause, after a while without one, or at once with `now`. */
function startTelling<T>(tell: DraftSink<T>['tell']) {
  let untold: { value: T; since: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = async () => {
    clearTimeout(timer)
    const due = untold
    untold = null
    if (due) await tell(due.value).catch(() => {})
  }
  return {
    now,
    change(value: T) {
      untold = { value, since: untold?.since ?? performance.now() }
      clearTimeout(timer)
      const isLongAgo = performance.now() - untold.since > TELL_ANYWAY_MS
      timer = setTimeout(() => void now(), isLongAgo ? 0 : TELL_AFTER_MS)
    },
    stop() {
      clearTimeout(timer)
      untold = null
    },
  }
}
