/** A record of a log: some documents that were written together, kept as JSON. */
export type Page<D> = { number: number; documents: D[] }

/** How many documents a record has at most when it is not written at once. */
export const FULL = 1_000

/** Reads the records of a log from a number on, in their order. */
export async function readPages<D>(store: IDBObjectStore, name: string, first: number): Promise<Page<D>[]> {
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
export function putPage<D>(store: IDBObjectStore, name: string, { number, documents }: Page<D>): void {
  store.put(JSON.stringify(documents), [name, number])
}

/** Deletes the records of a log from a number on. */
export function deletePages(store: IDBObjectStore, name: string, first: number): void {
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
