/**
 * Where what is typed goes: `keep` writes it to this device, `tell` lets its owner's other devices know, `leave` has it
 * lie here at once, for a page that may be gone before it is kept.
 */
export type DraftSink<T> = {
  keep(value: T): Promise<void>
  tell(value: T): Promise<void>
  leave(value: T): void
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

const TELL_AFTER_MS = 1_500
/** Somebody who types without a pause is told of as well. */
const TELL_ANYWAY_MS = 6_000

/**
 * Writes every change without waiting for a pause: one write at a time, always the latest value next. Telling waits
 * for a pause, because each time goes over the network.
 */
export function startDraftSaver<T>({ keep, tell, leave }: DraftSink<T>): DraftSaver<T> {
  let latest: { value: T } | null = null
  let unkept: { value: T } | null = null
  let untold: { value: T; since: number } | null = null
  let writing: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const isKept = () => {
    if (!latest) unkept = null
  }
  const write = async () => {
    while (latest && !isStopped) {
      const { value } = latest
      latest = null
      // a full device keeps what it kept before; the next change tries again
      await keep(value).then(isKept, () => {})
    }
    writing = null
  }
  const tellNow = async () => {
    clearTimeout(timer)
    const due = untold
    untold = null
    if (due && !isStopped) await tell(due.value).catch(() => {})
  }
  return {
    change(value) {
      if (isStopped) return
      latest = { value }
      unkept = latest
      writing ??= write()
      untold = { value, since: untold?.since ?? performance.now() }
      clearTimeout(timer)
      const isLongAgo = performance.now() - untold.since > TELL_ANYWAY_MS
      timer = setTimeout(() => void tellNow(), isLongAgo ? 0 : TELL_AFTER_MS)
    },
    async flush() {
      const due = isStopped ? null : latest
      latest = null
      if (unkept && !isStopped) leave(unkept.value)
      // a page on its way out waits for nothing: the writes go off in their order, whatever becomes of it
      await Promise.all([writing, due && keep(due.value).catch(() => {}), tellNow()])
    },
    isIdle: () => !latest && !writing && !unkept,
    stop() {
      isStopped = true
      latest = null
      untold = null
      clearTimeout(timer)
    },
  }
}
