import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { documentsOf } from './replica-session.ts'

const parts = vi.hoisted(() => ({ openReplica: vi.fn(), replicate: vi.fn(), followTakes: vi.fn() }))
vi.mock('../db/replica.ts', () => ({ openReplica: parts.openReplica, closeReplica: async () => {} }))
vi.mock('../db/replication.ts', () => ({ replicate: parts.replicate }))
vi.mock('./sending/follow-takes.ts', () => ({ followTakes: parts.followTakes }))

const browser = new EventTarget()
const storeOf = (account: string) => ({ account, database: { waitForLeadership: async () => {} } })

beforeEach(() => {
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
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
