import Dexie from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { areCookiesBlocked } from '../../api/cookies-blocked.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import { Device } from '../device.ts'
import { keepInMemory } from './in-memory.ts'
import { isProven, mayKeep } from './may-keep.ts'
import { openAfter } from './openable.ts'
import { noteProven, proveStorage } from './prove-storage.ts'

const SAID = { Notice: () => null, lost: '' }
const REPLACED = ['localStorage', 'sessionStorage', 'indexedDB', 'IDBKeyRange'] as const
const before = REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const)
const dexieBefore = { ...Dexie.dependencies }
afterEach(() => {
  openAfter(Promise.resolve())
  Object.assign(Dexie.dependencies, dexieBefore)
  for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(window, name, descriptor)
})

/** Makes `localStorage` throw on access, as in a browser that blocks site data. */
function block(): void {
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

test('a browser that opens databases goes on with its own, and the proof leaves none behind', async () => {
  const own = window.indexedDB
  await proveStorage(async () => keepInMemory(SAID))
  expect([window.indexedDB, keepsNothing()]).toEqual([own, false])
  expect((await indexedDB.databases()).filter(({ name }) => name?.includes('proof'))).toEqual([])
})

test('a browser that has opened databases, or has an account, is not proven again, so that what it has stays in sight', async () => {
  expect(isProven()).toBe(false)
  localStorage.setItem('infield.session', JSON.stringify({ person: { id: 'a' } }))
  expect(isProven()).toBe(true)
  // What was kept before a failed proof, in the seconds that some engines never answer, is none.
  noteProven(false)
  expect(isProven()).toBe(false)
  localStorage.clear()
  await proveStorage(async () => {})
  expect(isProven()).toBe(true)
})

test('where a browser keeps nothing, the page keeps things in its memory until it is closed', async () => {
  expect([mayKeep(), keepsNothing()]).toEqual([true, false])
  block()
  expect(mayKeep()).toBe(false)
  keepInMemory(SAID)
  expect([mayKeep(), keepsNothing()]).toEqual([true, true])
  localStorage.setItem('a', '1')
  expect([localStorage.getItem('a'), localStorage.length, localStorage.key(0)]).toEqual(['1', 1, 'a'])
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('kept')
    request.onupgradeneeded = () => request.result.createObjectStore('films')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const films = () => opened.transaction('films', 'readwrite').objectStore('films')
  films().put(new Blob(['film']), 'one')
  const read = await new Promise<Blob>((resolve) => {
    const request = films().get('one')
    request.onsuccess = () => resolve(request.result as Blob)
  })
  expect(await read.text()).toBe('film')
  expect(areCookiesBlocked(), 'this browser takes cookies').toBe(false)
})

test('databases are kept in memory too where what opens them was loaded before', async () => {
  block()
  keepInMemory(SAID)
  const device = new Dexie('loaded before')
  device.version(1).stores({ words: 'id' })
  await device.table('words').put({ id: 'subject', text: 'Hurdles' })
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['loaded before'])
  expect(await device.table('words').where('id').startsWith('sub').toArray()).toEqual([
    { id: 'subject', text: 'Hurdles' },
  ])
  device.close()
})

test.each([
  ['refuses', (request: { onerror?: (event: Event) => void }) => request.onerror?.(new Event('error'))],
  ['never answers', () => {}],
])('a browser that %s to open a database keeps things in the memory of the page', async (_how, end) => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    const request = {}
    setTimeout(() => end(request))
    return request as IDBOpenDBRequest
  })
  openAfter(proveStorage(async () => keepInMemory(SAID), 50))
  const device = new Device('somebody')
  await device.settings.put({ key: 'word', value: 'Hurdles' })
  expect(await device.settings.where('key').startsWith('wo').toArray()).toMatchObject([{ value: 'Hurdles' }])
  expect(keepsNothing()).toBe(true)
  expect(refusalText({ code: 'athlete-paused' })).toMatch(/Your question is safe on this page only\.$/)
  expect(refusalText({ code: 'outdated-app' })).toMatch(/Copy what you wrote/)
  device.close()
})
