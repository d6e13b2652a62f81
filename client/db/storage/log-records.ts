/** A record of a log: some documents that were written together, kept as JSON. */
export type LogRecord<D> = { number: number; documents: D[] }

/** How many documents a full record has: one that was merged of others is never larger. */
export const FULL_RECORD = 1_000

/** Reads the records of a log from a number on, in their order. */
export async function readRecords<D>(
  store: IDBObjectStore,
  name: string,
  first: number,
): Promise<LogRecord<D>[]> {
  const range = IDBKeyRange.bound([name, first], [name, []])
  const [keys, texts] = await Promise.all([
    resultOf(store.getAllKeys(range)),
    resultOf<string[]>(store.getAll(range)),
  ])
  return texts.map((text, index) => ({
    number: (keys[index] as [string, number])[1],
    documents: JSON.parse(text) as D[],
  }))
}

/** Writes a record under its number. */
export function putRecord<D>(store: IDBObjectStore, name: string, { number, documents }: LogRecord<D>): void {
  store.put(JSON.stringify(documents), [name, number])
}

/** Deletes the records of a log from a number on. */
export function deleteRecords(store: IDBObjectStore, name: string, first: number): void {
  store.delete(IDBKeyRange.bound([name, first], [name, []]))
}

/** Returns the names of all logs. */
export async function namesIn(store: IDBObjectStore): Promise<string[]> {
  const keys = await resultOf(store.getAllKeys())
  return [...new Set(keys.flatMap((key) => (Array.isArray(key) ? [String(key[0])] : [])))]
}

/** Resolves with the result of a request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
