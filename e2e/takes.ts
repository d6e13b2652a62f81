import type { Page } from 'playwright/test'

/** A video as it lies in this browser, hashed by this browser. */
export type TakeOnDevice = {
  id: string
  purpose: string
  state: string
  bytes: number
  durationMs: number
  recordedAt: number
  /** As the app hashed it when it was saved; empty while it is recorded. */
  declared: string
  /** Of the bytes themselves, computed here and now. */
  sha256: string
}

/** Every take in the device databases of the page's origin. */
export function readTakes(page: Page): Promise<TakeOnDevice[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const hash = async (blob: Blob) => {
      const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const found = []
    for (const name of names.filter((each) => each.startsWith('device-'))) {
      const database = await done(indexedDB.open(name))
      const rows = database.transaction(['takes', 'videos'])
      const takes = await done(rows.objectStore('takes').getAll())
      const videos = await done(rows.objectStore('videos').getAll())
      database.close()
      for (const { sha256: declared, id, ...take } of takes) {
        const { purpose, state, bytes, durationMs, recordedAt } = take
        const blob = videos.find((video: { id: string }) => video.id === id)?.blob as Blob | undefined
        const sha256 = blob ? await hash(blob) : ''
        found.push({ id, purpose, state, bytes, durationMs, recordedAt, declared, sha256 })
      }
    }
    return found
  })
}

/** Takes back, behind the app, that an answer is to be sent: as it was before the tap, for the next one. */
export const takeBack = (page: Page, takeId: string) =>
  changeTake(page, { id: takeId, changes: { state: 'kept' }, forgetsOutbox: true })

/** Forgets, behind the app, where a take's bytes went: as if the page had died before it had kept that. */
export const forgetUpload = (page: Page, takeId: string) =>
  changeTake(page, { id: takeId, changes: { uploadUrl: null }, forgetsOutbox: false })

type Change = { id: string; changes: object; forgetsOutbox: boolean }

function changeTake(page: Page, change: Change): Promise<void> {
  return page.evaluate(async ({ id, changes, forgetsOutbox }) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    for (const name of names.filter((each) => each.startsWith('device-'))) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const rows = opening.result.transaction(['takes', 'outbox'], 'readwrite')
          rows.oncomplete = () => resolve(opening.result.close())
          rows.onabort = () => reject(rows.error)
          const takes = rows.objectStore('takes')
          const row = takes.get(id)
          row.onsuccess = () => {
            if (!row.result) return
            takes.put({ ...row.result, ...changes })
            if (forgetsOutbox) rows.objectStore('outbox').clear()
          }
        }
      })
    }
  }, change)
}
