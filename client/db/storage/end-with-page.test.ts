import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const heard = new Map<string, (event: { persisted: boolean }) => void>()
const reload = vi.fn()

// Stub the page's events, which Node does not have; modules add their listeners when they first open a database.
beforeAll(() => {
  vi.stubGlobal('addEventListener', (type: string, listener: never) => heard.set(type, listener))
  vi.stubGlobal('location', { reload })
})
afterAll(() => vi.unstubAllGlobals())

const leave = (persisted: boolean) => heard.get('pagehide')?.({ persisted })
const comeBack = (persisted: boolean) => heard.get('pageshow')?.({ persisted })

test('a page that is left and kept holds no transaction, but what it told to commit is written', async () => {
  const [{ openDevice, deviceName }, { writeAtOnce }] = await Promise.all([
    import('../device.ts'),
    import('../../store/sending/strict-write.ts'),
  ])
  const device = openDevice('somebody')
  await device.settings.put({ key: 'before', value: 1 })
  const stuck = device.transaction('rw', device.settings, device.drafts, async () => {
    await device.settings.put({ key: 'half', value: 1 })
    // Keep the transaction open, as in a page that was left and is frozen.
    for (;;) await device.settings.get('before')
  })
  const undone = expect(stuck).rejects.toThrow()
  const told = writeAtOnce(device, ['takes'], (transaction) =>
    transaction.objectStore('takes').put({ id: 'told' }),
  )

  leave(true)
  await undone
  await told
  const other = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(deviceName('somebody'))
    request.onsuccess = () => resolve(request.result)
  })
  const read = (table: string) =>
    new Promise<unknown[]>((resolve) => {
      const request = other.transaction(table, 'readwrite').objectStore(table).getAllKeys()
      request.onsuccess = () => resolve(request.result)
    })
  expect(await read('settings')).toEqual(['before'])
  expect(await read('takes')).toEqual(['told'])

  await expect(device.settings.put({ key: 'late', value: 1 }), 'nothing begins in it').rejects.toThrow()
  expect(reload).not.toHaveBeenCalled()
  comeBack(true)
  expect(reload).toHaveBeenCalledOnce()
  await device.settings.put({ key: 'after', value: 1 })
  leave(true)
  comeBack(true)
  expect(reload, 'a page that lost nothing goes on').toHaveBeenCalledOnce()
})

test('nor does it hold one that makes a database', async () => {
  const { databasesOfPage } = await import('./end-with-page.ts')
  leave(false)
  const request = databasesOfPage.open('made', 1)
  const undone = new Promise((resolve) => {
    request.onerror = () => resolve(request.error?.name)
  })
  request.onupgradeneeded = () => {
    const rows = request.result.createObjectStore('rows')
    // Keep the transaction open, as in a page that was left and is frozen.
    const goOn = () => {
      rows.get(1).onsuccess = goOn
    }
    goOn()
    leave(true)
  }
  expect(await undone).toBe('AbortError')
  const other = indexedDB.open('made', 1)
  const isNew = new Promise((resolve) => {
    other.onupgradeneeded = ({ oldVersion }) => resolve(oldVersion === 0)
  })
  expect(await isNew).toBe(true)
})
