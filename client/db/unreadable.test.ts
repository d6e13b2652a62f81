import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CALLS } from '../../sync/paths.ts'
import { newId } from '../api/new-id.ts'
import { holdBackReload } from '../api/reload-page.ts'
import { openDevice } from './device.ts'
import { closeReplica, type DocumentQuery, openReplica } from './replica.ts'
import { replicate } from './replication.ts'

const reload = vi.fn()
const PERSON = newId()
const start = globalThis.setTimeout
beforeEach(() => {
  reload.mockReset()
  // Each pause takes a moment here.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0, ...all: never[]) => {
    return start(act, Math.min(ms, 5), ...all)
  }) as never)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Stubs a server that names the caller; null is one that is not reached. Returns the paths it was asked for. */
function serve(caller: string | null) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === CALLS.session) asked.push(path)
    if (caller === null) throw new TypeError('Failed to fetch')
    return Response.json({ csrf: null, person: { id: caller } })
  })
  return asked
}

/** Returns an account with a document on this device, and a setting that says it was pulled. */
async function accountWithPerson(): Promise<string> {
  const account = newId()
  const { database } = await openReplica(account)
  await database.people.insert({ id: PERSON, order: 1 })
  await database.close()
  await closeReplica(account)
  await openDevice(account).settings.put({ key: 'pulled:people', value: true })
  onTestFinished(() => closeReplica(account))
  return account
}

/**
 * Makes reading the records of the people fail so many times, and every other read too if `all`, except RxDB's own.
 */
function failToRead(times: number, { all = false } = {}) {
  const device = { times, failures: 0 }
  const isMeant = (range: unknown) => {
    const log = range instanceof IDBKeyRange ? String((range.lower as unknown[])[0]) : ''
    return all ? !log.startsWith('_rxdb') : log.startsWith('people/')
  }
  for (const read of all ? (['getAll', 'getAllKeys'] as const) : (['getAll'] as const)) {
    const original = IDBObjectStore.prototype[read]
    vi.spyOn(IDBObjectStore.prototype, read).mockImplementation(function (this: IDBObjectStore, ...args) {
      const isFailing = this.name === 'log' && isMeant(args[0]) && device.failures < device.times
      if (!isFailing) return original.apply(this, args)
      device.failures += 1
      return failedRequest()
    })
  }
  return device
}

function failedRequest(): IDBRequest {
  const error = new DOMException('the file is gone', 'NotReadableError')
  return {
    error,
    set onerror(hear: () => void) {
      queueMicrotask(hear)
    },
  } as unknown as IDBRequest
}

/** Opens an account's documents, and watches the people. Returns what the watcher has heard. */
async function watchPeople(account: string, query: DocumentQuery<'people'> = {}): Promise<unknown[][]> {
  const replica = await openReplica(account)
  const heard: unknown[][] = []
  onTestFinished(replica.watch('people', query, (rows) => heard.push(rows)))
  return heard
}

const patiently = { timeout: 20_000 }

test.each([
  ['a list', {}],
  ['one document', { where: { id: PERSON } }],
])('%s whose first reads fail for a moment is shown without a reload', async (_, query) => {
  const account = await accountWithPerson()
  const asked = serve(account)
  failToRead(5)
  const heard = await watchPeople(account, query)
  await vi.waitFor(() => expect(heard.at(-1)).toHaveLength(1), patiently)
  expect(asked).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})

test('documents that cannot be read are deleted once a day, with a reload, and pulled again', async () => {
  const account = await accountWithPerson()
  const asked = serve(account)
  const { settings } = openDevice(account)
  const device = failToRead(Number.POSITIVE_INFINITY)
  const heard = await watchPeople(account)
  await vi.waitFor(() => expect(reload).toHaveBeenCalled(), patiently)
  expect(asked).toEqual([CALLS.session])
  expect(await settings.get('pulled:people')).toBeUndefined()
  // Until the page is loaded again, an empty list is not called one that was pulled.
  for (const rows of heard) expect(rows).toEqual([])
  await closeReplica(account)
  device.times = 0
  expect(await (await openReplica(account)).database.people.find().exec()).toEqual([])
  await closeReplica(account)
  // The next page cannot read them either, and waits.
  reload.mockReset()
  device.times = Number.POSITIVE_INFINITY
  device.failures = 0
  await watchPeople(account)
  await vi.waitFor(() => expect(device.failures).toBeGreaterThan(8), patiently)
  expect(asked).toEqual([CALLS.session])
  expect(reload).not.toHaveBeenCalled()
})

test('nothing is deleted while a recording holds the reload back', async () => {
  const account = await accountWithPerson()
  const asked = serve(account)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  holdBackReload(ended)
  const device = failToRead(Number.POSITIVE_INFINITY)
  await watchPeople(account)
  await vi.waitFor(() => expect(device.failures).toBeGreaterThan(12), patiently)
  expect(asked).toEqual([])
  expect(await openDevice(account).settings.get('pulled:people')).toBeDefined()
  end()
  await vi.waitFor(() => expect(reload).toHaveBeenCalled(), patiently)
})

test.each([
  ['the server is not reached', () => null, ''],
  ['somebody else is signed in', () => newId(), ''],
  ['nothing at all can be read from the database', (account: string) => account, 'all fail'],
  ['the page is hidden', (account: string) => account, 'hidden'],
])('nothing is deleted while %s, and the documents can still be closed', async (_, callerOf, how) => {
  const account = await accountWithPerson()
  const replica = await openReplica(account)
  serve(callerOf(account))
  if (how === 'hidden') Object.assign(document, { visibilityState: 'hidden' })
  const device = failToRead(Number.POSITIVE_INFINITY, { all: how === 'all fail' })
  const heard = vi.fn()
  onTestFinished(replica.watch('people', {}, heard))
  await vi.waitFor(() => expect(device.failures).toBeGreaterThan(12), patiently)
  await closeReplica(account)
  expect(heard).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  expect(await openDevice(account).settings.get('pulled:people')).toEqual({
    key: 'pulled:people',
    value: true,
  })
  device.times = 0
  expect(await (await openReplica(account)).database.people.find().exec()).toHaveLength(1)
})

test('a replication that waits for documents which cannot be read still ends', async () => {
  const account = await accountWithPerson()
  const replica = await openReplica(account)
  serve(null)
  const device = failToRead(Number.POSITIVE_INFINITY)
  const person = { id: PERSON, _deleted: false, order: 2 } as never
  const replication = replicate(replica, {
    pull: async ({ collection, checkpoint }) => {
      const documents = collection === 'people' && !checkpoint ? [person] : []
      return {
        ok: true,
        value: { documents, checkpoint: { epoch: 'one', rev: '1', id: '' }, restart: false },
      }
    },
    onPulled: () => {},
    onRestart: () => {},
    onSignInWanted: async () => false,
  })
  await vi.waitFor(() => expect(device.failures).toBeGreaterThan(3), patiently)
  await replication.stop()
  await closeReplica(account)
  device.times = 0
  expect(await (await openReplica(account)).database.people.find().exec()).toHaveLength(1)
})
