/**
 * Where the latest words are: in the database, beside it in the little store for last words, or only on the screen, when a
 * full device takes neither.
 */
export type DraftKept = 'here' | 'aside' | 'nowhere'

/**
 * Where what is typed goes: `keep` writes it to this device, `tell` lets its owner's other devices know, `leave` has it
 * lie here at once, for a page that may be gone before it is kept, and says whether it does. `onKept` is told where it is
 * after every write.
 */
export type DraftSink<T> = {
  keep(value: T): Promise<void>
  tell(value: T): Promise<void>
  leave(value: T): boolean
  onKept?(where: DraftKept): void
}

export type DraftSaver<T> = {
  /** Keeps this value: at once, or as soon as the write under way is done. */
  change(value: T): void
  /** Everything is kept and told once this resolves. */
  flush(): Promise<void>
  /** Whether everything that was changed is kept. */
  isIdle(): boolean
  /** Nothing is written any more, whatever was still to be. */
  stop(): void
}

/** What a full device did not take is tried again after so long: there may be room by then. */
const TRY_AGAIN_MS = 5_000
const TELL_AFTER_MS = 1_500
/** Somebody who types without a pause is told of as well. */
const TELL_ANYWAY_MS = 6_000

/**
 * Writes every change without waiting for a pause: one write at a time, always the latest value next. Telling waits
 * for a pause, because each time goes over the network.
 */
export function startDraftSaver<T>({ keep, tell, leave, onKept }: DraftSink<T>): DraftSaver<T> {
  let latest: { value: T } | null = null
  let unkept: { value: T } | null = null
  let writing: Promise<void> | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  /** A full device keeps what it kept before. */
  const keepOne = async (value: T) => {
    const where = await keep(value).then(
      () => 'here' as const,
      () => (leave(value) ? 'aside' : 'nowhere'),
    )
    if (isStopped) return
    if (where === 'here' && !latest) unkept = null
    onKept?.(where)
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
      // a page on its way out waits for nothing: the writes go off in their order, whatever becomes of it
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

/** Tells the latest value after a pause, or after a while without one; `now` tells it at once. */
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
