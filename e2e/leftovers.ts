import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import postgres from 'postgres'
import type { Server } from './server.ts'

/** The words planted in every private field that replicates to an athlete. The demo's fan may read none of them. */
export const CANARIES = [
  'CnrSubject',
  'CnrQuestionText',
  'CnrAthleteNote',
  'CnrFanName',
  'CnrFanCity',
  'CnrOwnMail',
] as const

const FAN = 'fan@infield.test'

/** Writes the canaries over the demo's texts in the database; the changes replicate like any others. */
export async function plantCanaries({ dataDir }: Server): Promise<void> {
  const path = `${join(dataDir, 'postgres')}/.s.PGSQL.5432`
  const sql = postgres({ path, host: 'localhost', user: 'postgres', database: 'postgres', max: 1 })
  await sql`
    update question set subject = 'CnrSubject ' || left(subject, 60), athlete_note = 'CnrAthleteNote',
      text = case when kind = 'text' then 'CnrQuestionText ' || id else text end
    where fan_id <> (select id from person where email = ${FAN})`
  await sql`
    update person set first_name = 'CnrFanName', city = 'CnrFanCity' where role = 'basic' and email <> ${FAN}`
  await sql`update person set email = 'CnrOwnMail@infield.test' where email = 'athlete@infield.test'`
  await sql.end({ timeout: 5 })
}

/** A word that was found, and where. */
export type Find = { word: string; where: string }

/**
 * Searches for words, byte by byte, in everything a page of the origin can reach: every record, key and blob of
 * every IndexedDB database, every address, header and body of Cache Storage, both storages, cookies, the worker's
 * push subscription and notifications, and the page's own content. No page can read the tags of background syncs.
 */
export function searchDevice(page: Page, words: readonly string[]): Promise<Find[]> {
  return page.evaluate(async (wanted) => {
    const finds: { word: string; where: string }[] = []
    const look = (where: string, text: string) =>
      finds.push(...wanted.filter((word) => text.includes(word)).map((word) => ({ word, where })))
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const latin1 = (bytes: Uint8Array) => {
      let text = ''
      for (let at = 0; at < bytes.length; at += 8_192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
      return text
    }
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return latin1(new Uint8Array(await value.arrayBuffer()))
      if (value instanceof ArrayBuffer) return latin1(new Uint8Array(value))
      if (ArrayBuffer.isView(value)) return latin1(new Uint8Array(value.buffer))
      if (typeof value !== 'object' || value === null) return String(value)
      const parts = await Promise.all(
        Object.entries(value).map(async ([key, each]) => `${key} ${await textOf(each)}`),
      )
      return parts.join('\n')
    }
    for (const { name = '' } of await indexedDB.databases()) {
      look('a database’s name', name)
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
        look(`${name} ${store}`, await textOf([keys, values]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        const headers = [...(kept?.headers ?? [])].join()
        look(`cache ${name}`, `${request.url} ${headers} ${await textOf(await kept?.arrayBuffer())}`)
      }
    }
    look('localStorage', JSON.stringify({ ...localStorage }))
    look('sessionStorage', JSON.stringify({ ...sessionStorage }))
    look(
      'the page',
      `${document.cookie} ${JSON.stringify(history.state)} ${document.documentElement.outerHTML}`,
    )
    const worker = await navigator.serviceWorker.getRegistration()
    const shown = (await worker?.getNotifications()) ?? []
    look(
      'notifications',
      shown.map(({ title, body, data }) => `${title} ${body} ${JSON.stringify(data)}`).join(),
    )
    look('push', JSON.stringify((await worker?.pushManager.getSubscription()) ?? null))
    return finds
  }, words)
}

/** Searches for words in every file of a closed browser's profile, in both encodings in which it writes texts. */
export async function searchProfile(profile: string, words: readonly string[]): Promise<Find[]> {
  const finds: Find[] = []
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    for (const word of words)
      if (bytes.includes(Buffer.from(word, 'latin1')) || bytes.includes(Buffer.from(word, 'utf16le')))
        finds.push({ word, where: file.slice(profile.length + 1) })
  }
  return finds
}
