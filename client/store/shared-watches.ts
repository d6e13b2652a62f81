type Running<V> = { last: { value: V } | null; listeners: Set<(value: V) => void>; stop: () => void }

/** Shares watches by key: parts of a screen that watch the same thing read it once, and each receives every value. */
export class SharedWatches<V> {
  readonly #running = new Map<string, Running<V>>()

  /** Returns the latest value of the watch under this key; null while none runs or it has no value yet. */
  last(key: string): V | null {
    return this.#running.get(key)?.last?.value ?? null
  }

  /**
   * Calls `listener` with the latest value, if there is one, and with every later one. The first listener of a key
   * starts the watch, and the end of the last one stops it. Returns the function that ends this listener.
   */
  listen(
    key: string,
    begin: (tell: (value: V) => void) => () => void,
    listener: (value: V) => void,
  ): () => void {
    const known = this.#running.get(key)
    const entry: Running<V> = known ?? { last: null, listeners: new Set(), stop: () => {} }
    // Wrap the listener, because the same function may be registered twice.
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
