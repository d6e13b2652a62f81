import type { Page } from 'playwright/test'

/** A video as stored in this browser, with its hash computed by this browser. */
export type TakeOnDevice = {
  id: string
  purpose: string
  state: string
  bytes: number
  durationMs: number
  recordedAt: number
  /** The hash that the app computed when it saved the video; empty while recording. */
  declared: string
  /** The hash of the stored bytes, computed now. */
  sha256: string
}

/** Returns every take in the device databases of the page's origin. */
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

/** Returns the outbox of every device database of the page's origin, for the message of a test that fails. */
export function readOutbox(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const rows = names
      .filter((each) => each.startsWith('device-'))
      .map(
        (name) =>
          new Promise<string[]>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.onerror = () => reject(opening.error)
            opening.onsuccess = () => {
              const all = opening.result.transaction('outbox').objectStore('outbox').getAll()
              all.onsuccess = () => {
                opening.result.close()
                resolve(
                  all.result.map(
                    ({ name: intent, state, tries, refusal }) =>
                      `${intent} ${state} after ${tries} tries ${refusal?.code ?? ''}`,
                  ),
                )
              }
            }
          }),
      )
    return (await Promise.all(rows)).flat()
  })
}

/**
 * Undoes the sending of an answer in the database, without the app, so that the next try starts as before the tap.
 */
export const takeBack = (page: Page, takeId: string) =>
  changeTake(page, { id: takeId, changes: { state: 'kept' }, forgetsOutbox: true })

/**
 * Deletes the address of a take's upload in the database, without the app, as if the page had died before it stored
 * it.
 */
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
