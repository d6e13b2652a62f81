type Running<V> = { last: { value: V } | null; listeners: Set<(value: V) => void>; stop: () => void }

/** Watches by a key: what several parts of a screen ask for alike is read once, and told to each of them. */
export class SharedWatches<V> {
  readonly #running = new Map<string, Running<V>>()

  /** What the watch under this key told last; null while none runs or nothing was told yet. */
  last(key: string): V | null {
    return this.#running.get(key)?.last?.value ?? null
  }

  /**
   * Calls `listener` with what was told last, if there is such, and with everything from now on. The first listener of a
   * key begins the watch, the end of the last one stops it. The answer ends this listener.
   */
  listen(
    key: string,
    begin: (tell: (value: V) => void) => () => void,
    listener: (value: V) => void,
  ): () => void {
    const known = this.#running.get(key)
    const entry: Running<V> = known ?? { last: null, listeners: new Set(), stop: () => {} }
    // two listeners may be one function
    const own = (value: V) => listener(value)
    entry.listeners.add(own)
    if (entry.last) own(entry.last.value)
    if (!known) {
      this.#running.set(key, entry)
      entry.stop = begin((value) => {
        entry.last = { value }
        for (const tell of entry.listeners) tell(value)
      })
    }
    return () => {
      if (!entry.listeners.delete(own) || entry.listeners.size > 0) return
      entry.stop()
      if (this.#running.get(key) === entry) this.#running.delete(key)
    }
  }
}
