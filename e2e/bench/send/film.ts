import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'

const CLIP = join(import.meta.dirname, '../../../server/testing/media/answer.mp4')

/**
 * Returns the start of a film of this size: a short clip, followed by the header of a `free` box that spans the rest
 * of the container. All bytes after this start are zeros.
 */
export async function startOfFilm(bytes: number): Promise<Buffer> {
  const clip = await readFile(CLIP)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - clip.length, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([clip, head])
}

/** A film as it is passed to a page: its start in base64, its length in bytes, and the SHA-256 hash of the whole. */
export type Film = { start: string; bytes: number; sha256: string }

export async function makeFilm(bytes: number): Promise<Film> {
  const start = await startOfFilm(bytes)
  const hash = createHash('sha256').update(start)
  const sha256 = hash.update(Buffer.alloc(bytes - start.length)).digest('hex')
  return { start: start.toString('base64'), bytes, sha256 }
}

/** Writes a take of the film for each question into the device database, as the recorder would, but past the app. */
export async function keepTakes(page: Page, questionIds: string[], film: Film): Promise<void> {
  const database = await page.evaluate(ownDatabase)
  await page.evaluate(writeTakes, { questionIds, film, database })
}

/** Returns the name of the device database of the signed-in user. */
export async function ownDatabase(): Promise<string> {
  const databases = await indexedDB.databases()
  const own = databases.find(({ name }) => name?.startsWith('device-') && name !== 'device-guest')
  return own?.name ?? ''
}

type Takes = { questionIds: string[]; film: Film; database: string }

async function writeTakes({ questionIds, film, database }: Takes): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const start = Uint8Array.from(atob(film.start), (letter) => letter.charCodeAt(0))
  const opened = await done(indexedDB.open(database))
  for (const questionId of questionIds) {
    const id = crypto.randomUUID()
    const transaction = opened.transaction(['takes', 'videos'], 'readwrite')
    const blob = new Blob([start, new Uint8Array(film.bytes - start.length)])
    transaction.objectStore('videos').put({ id, blob })
    transaction.objectStore('takes').put({
      ...{ id, questionId, purpose: 'answer', type: 'video/mp4', bytes: film.bytes, durationMs: 3_000 },
      ...{ sha256: film.sha256, source: 'recorded', recordedAt: Date.now(), dueAt: null, state: 'kept' },
      ...{ refusal: null, uploadUrl: null, uploadedBytes: 0, inPieces: false },
    })
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
  }
  opened.close()
}
