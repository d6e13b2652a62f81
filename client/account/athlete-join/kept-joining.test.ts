import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY } from './joining-values.ts'

const picture = (name: string) => ({ blob: new Blob([name]), url: `blob:${name}`, position: 0.3 })
const values = { ...EMPTY, firstName: 'Ada', achievements: ['One', ''], interests: ['Starts'] }

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:again-${made++}`)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens a fresh page of the app on the same device, by loading the modules again. */
async function openPage() {
  vi.resetModules()
  return import('./kept-joining.ts')
}

test('S2-2.22 D96 a sign-up that was begun is there again after a reload, pictures too, and gone when it was sent', async () => {
  const page = await openPage()
  expect(await page.readKeptJoining()).toBeNull()
  expect(
    (await indexedDB.databases()).map(({ name }) => name),
    'looking made nothing',
  ).toEqual([])
  const keeper = page.joiningKeeper()
  const [own, cover] = [picture('own'), picture('cover')]
  void keeper.keep({ code: 'C', values: { ...values, firstName: 'A' } })
  await keeper.keep({ code: 'C', values: { ...values, picture: own, covers: [cover] } })

  const next = await openPage()
  const kept = await next.readKeptJoining()
  expect(kept?.code).toBe('C')
  expect(kept?.values).toMatchObject({ firstName: 'Ada', achievements: ['One', ''], interests: ['Starts'] })
  expect(kept?.values.picture).toMatchObject({ url: 'blob:again-0', position: 0.3 })
  expect(kept?.values.covers).toHaveLength(1)

  await next.joiningKeeper().forget()
  expect(await next.readKeptJoining()).toBeNull()
})

test('BR-2 a sign-up that could not be read once is read again, and not taken for none', async () => {
  await (await openPage()).joiningKeeper().keep({ code: 'C', values })
  const page = await openPage()
  const get = vi.spyOn(IDBObjectStore.prototype, 'get')
  get.mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  expect((await page.readKeptJoining())?.values).toMatchObject({ firstName: 'Ada' })
})

test('no password is kept, whatever else is', async () => {
  const page = await openPage()
  await page.joiningKeeper().keep({ code: 'C', values })
  const { openDevice } = await import('../../db/device.ts')
  const rows = await openDevice('guest').settings.toArray()
  const form = rows[0]?.value as { texts: object } | undefined
  expect(Object.keys(form?.texts ?? {}).sort()).toEqual(
    Object.keys(EMPTY)
      .filter((name) => name !== 'picture' && name !== 'covers')
      .sort(),
  )
  expect(JSON.stringify(rows)).not.toMatch(/password/i)
})

test('a key typed does not write the pictures once more', async () => {
  const page = await openPage()
  const { openDevice } = await import('../../db/device.ts')
  const put = vi.spyOn(openDevice('guest').settings, 'put')
  const keeper = page.joiningKeeper()
  const withPicture = { ...values, picture: picture('own') }
  await keeper.keep({ code: 'C', values: withPicture })
  await keeper.keep({ code: 'C', values: { ...withPicture, bio: 'I row.' } })
  expect(put.mock.calls.map(([{ key }]) => key)).toEqual([
    'athlete-joining',
    'athlete-joining-pictures',
    'athlete-joining',
  ])
})

test('BR-2 a form that goes on after it was sent is kept again with its pictures', async () => {
  const page = await openPage()
  const keeper = page.joiningKeeper()
  const sent = { code: 'C', values: { ...values, picture: picture('own'), covers: [picture('cover')] } }
  await keeper.keep(sent)
  await keeper.forget()
  await keeper.keep(sent)
  const kept = await (await openPage()).readKeptJoining()
  expect(kept?.values.picture).toMatchObject({ position: 0.3 })
  expect(kept?.values.covers).toHaveLength(1)
})
