import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { reloadWhereLost } from './lost-connection.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', page)
afterEach(() => {
  vi.restoreAllMocks()
  page.visibilityState = 'visible'
})

const show = () => page.dispatchEvent(new Event('visibilitychange'))

/** Makes every opening of a database fail, as Safari does without the process that holds them. */
function endStorage(name = 'UnknownError') {
  return vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const request = Object.assign(new EventTarget(), {
      onerror: null as null | ((event: Event) => void),
      error: new DOMException('Connection to Indexed Database server lost', name),
    })
    setTimeout(() => request.onerror?.(new Event('error', { cancelable: true })))
    return request as unknown as IDBOpenDBRequest
  })
}

async function watch() {
  const device = openDevice(newId())
  await device.settings.put({ key: 'words', value: 'kept' })
  const reload = vi.fn(async () => {})
  const stop = reloadWhereLost(device, reload)
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { device, reload, stop }
}

test('a page whose databases no longer answer when it is shown again is loaded again', async () => {
  const { reload, stop } = await watch()
  endStorage()
  page.visibilityState = 'hidden'
  show()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reload).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  show()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  stop()
  show()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reload).toHaveBeenCalledOnce()
})

test('one whose databases answer stays, as does one with another error, and nothing is created', async () => {
  const { device, reload, stop } = await watch()
  show()
  endStorage('QuotaExceededError')
  show()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reload).not.toHaveBeenCalled()
  stop()
  vi.restoreAllMocks()
  expect(await device.settings.get('words')).toMatchObject({ value: 'kept' })
  const nobody = openDevice(newId())
  reloadWhereLost(nobody, reload)()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(nobody.name)
})

test('one whose databases never answered is not loaded again and again', async () => {
  endStorage()
  const reload = vi.fn(async () => {})
  const stop = reloadWhereLost(openDevice(newId()), reload)
  await new Promise((resolve) => setTimeout(resolve, 20))
  show()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reload).not.toHaveBeenCalled()
  stop()
})
