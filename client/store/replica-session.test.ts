import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { deviceName } from '../db/device.ts'
import { documentsOf } from './replica-session.ts'

const parts = vi.hoisted(() => ({ openReplica: vi.fn(), replicate: vi.fn(), followTakes: vi.fn() }))
vi.mock('../db/replica.ts', () => ({ openReplica: parts.openReplica, closeReplica: async () => {} }))
vi.mock('../db/replication.ts', () => ({ replicate: parts.replicate }))
vi.mock('./sending/follow-takes.ts', () => ({ followTakes: parts.followTakes }))

const browser = new EventTarget()
const { locks } = navigator
const storeOf = (account: string) => ({ account })

beforeEach(() => {
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true, locks })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  parts.openReplica.mockReset().mockImplementation(async (account: string) => storeOf(account))
  parts.replicate.mockReset().mockReturnValue({ stop: async () => {}, resync() {}, resume() {} })
  parts.followTakes.mockReset().mockReturnValue(() => {})
})
afterEach(() => vi.unstubAllGlobals())

const comeOnline = () => browser.dispatchEvent(new Event('online'))

test('documents that did not open are opened once the network is back, for who waited and for who comes', async () => {
  const account = newId()
  parts.openReplica.mockRejectedValueOnce(new TypeError('the network broke'))
  const waiting = documentsOf(account).catch(() => null)
  await vi.waitFor(() => expect(parts.openReplica).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  comeOnline()
  expect(await waiting).toMatchObject({ account })
  expect(await documentsOf(account)).toMatchObject({ account })
  await vi.waitFor(() => expect(parts.replicate).toHaveBeenCalledOnce())
})

test.each(['replicate', 'followTakes'] as const)(
  'where %s did not begin, it alone is begun again once the network is back',
  async (name) => {
    const fail = () => {
      throw new TypeError('the network broke')
    }
    parts[name].mockImplementationOnce(fail)
    await documentsOf(newId())
    await vi.waitFor(() => expect(parts[name]).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve))
    comeOnline()
    await vi.waitFor(() => expect(parts[name]).toHaveBeenCalledTimes(2))
    expect(parts.replicate.mock.calls.length + parts.followTakes.mock.calls.length).toBe(3)
  },
)

test('one tab pulls at a time, and the next one once it has gone; one whose leading was taken stops, and leads again', async () => {
  const account = newId()
  const stop = vi.fn(async () => {})
  parts.replicate.mockReturnValue({ stop, resync() {}, resume() {} })
  const { promise: isGone, resolve: go } = Promise.withResolvers<void>()
  const name = `pull-${deviceName(account)}`
  const other = locks.request(name, () => isGone)
  await documentsOf(account)
  await vi.waitFor(() => expect(parts.followTakes).toHaveBeenCalledOnce())
  expect(parts.replicate).not.toHaveBeenCalled()
  go()
  await other
  await vi.waitFor(() => expect(parts.replicate).toHaveBeenCalledOnce())
  await locks.request(name, { steal: true }, async () => {
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
  })
  comeOnline()
  await vi.waitFor(() => expect(parts.replicate).toHaveBeenCalledTimes(2))
})
