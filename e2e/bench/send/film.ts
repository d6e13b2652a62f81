import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'

const CLIP = join(import.meta.dirname, '../../../server/testing/media/answer.mp4')

/**
 * How a film of so many bytes begins: a clip as a camera roll might hold it, whose container has much room to spare. The
 * rest of it is zeros.
 */
export async function startOfFilm(bytes: number): Promise<Buffer> {
  const clip = await readFile(CLIP)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - clip.length, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([clip, head])
}

/** A film as pages are told of it: its start in base64, its length, and the hash of the whole. */
export type Film = { start: string; bytes: number; sha256: string }

export async function makeFilm(bytes: number): Promise<Film> {
  const start = await startOfFilm(bytes)
  const hash = createHash('sha256').update(start)
  const sha256 = hash.update(Buffer.alloc(bytes - start.length)).digest('hex')
  return { start: start.toString('base64'), bytes, sha256 }
}

/** Keeps takes of a film on the page's device as the recorder does, one for each question, beside the app. */
export async function keepTakes(page: Page, questionIds: string[], film: Film): Promise<void> {
  const database = await page.evaluate(ownDatabase)
  await page.evaluate(writeTakes, { questionIds, film, database })
}

/** The database of whoever is signed in on this device. */
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
