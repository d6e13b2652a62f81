import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CALLS } from '../../../sync/paths.ts'
import type { MoneyAnswer, Statement } from '../../../sync/payment/statement.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { earningsOf, totalEarned } from '../athlete-head.tsx'
import { askIfOld, readEarned } from './use-earned.ts'

const NOW = Date.now()
const HOUR = 3_600_000
const documents = earningsOf([{ state: 'delivered', shareCents: 2_000, deliveredAt: NOW - HOUR }])
const line = (kind: Statement['lines'][number]['kind'], cents: number): Statement['lines'][number] => ({
  id: kind,
  at: NOW,
  kind,
  subject: 'My catch',
  answer: null,
  tip: null,
  payout: null,
  cents,
})

let asked = 0
let lines = [line('answer', 2_000)]
let isUp = true
beforeEach(() => {
  asked = 0
  isUp = true
  lines = [line('answer', 2_000)]
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    if (!isUp) throw new TypeError('Failed to fetch')
    // Do not count what else the app asks for meanwhile.
    if (String(input instanceof Request ? input.url : input).endsWith(CALLS.money)) asked += 1
    const earnedCents = lines.reduce((sum, { cents }) => sum + cents, 0)
    const statement = {
      heldCents: 0,
      earnedCents,
      paidOutCents: 0,
      onItsWayCents: 0,
      balanceCents: earnedCents,
      takingBackCents: 0,
      firstMonth: null,
      lines,
    }
    return Response.json({ statement, setup: null, receipts: [], now: Date.now() } satisfies MoneyAnswer)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shownOn = async (device: ReturnType<typeof openDevice>) =>
  totalEarned(documents, (await readEarned(device)).cents)

test('S2-2.46 a tip and a refund are in the head’s sum as soon as the statement is here, and stay without a network', async () => {
  const device = openDevice(newId())
  expect(await shownOn(device)).toBe(2_000)
  lines = [line('answer', 2_000), line('tip', 455), line('refund', -400)]
  await askIfOld(device, documents.lastDeliveredAt)
  expect(await shownOn(device)).toBe(2_055)
  isUp = false
  await askIfOld(device, Date.now())
  expect(await shownOn(device)).toBe(2_055)
})

test('the statement is asked for again when an answer was delivered since, or after minutes, and not otherwise', async () => {
  const device = openDevice(newId())
  await askIfOld(device, documents.lastDeliveredAt)
  await askIfOld(device, documents.lastDeliveredAt)
  expect(asked).toBe(1)
  lines.push(line('answer', 1_200))
  await askIfOld(device, Date.now())
  expect([asked, await shownOn(device)]).toEqual([2, 3_200])
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] })
  await askIfOld(device, documents.lastDeliveredAt)
  expect(asked).toBe(3)
})
