import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushedIntent } from '../../../sync/protocol.ts'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { emptyDraft } from './ask-draft.ts'
import { wantAsked } from './want-asked.ts'

const device = openDevice('guest')
const pushed: PushedIntent[] = []

/** Makes the server answer each push by `outcome`; null loses the answer. */
function serve(outcome: object | null): void {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    pushed.push(...(JSON.parse(String(init.body)).intents as PushedIntent[]))
    return outcome ? Response.json({ outcomes: [outcome] }) : new Response(null, { status: 502 })
  })
}

beforeEach(() => {
  pushed.length = 0
  setCsrf('x')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('reportError', () => {})
  for (const way of ['add', 'put'] as const)
    vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const wanted = (amountCents: number) => ({
  device,
  draft: { ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?' },
  athleteId: newId(),
  amountCents,
})

test('S1-4.25 a free question that a full device cannot keep is asked at once, and again under the same id', async () => {
  const free = wanted(0)
  serve(null)
  expect(await wantAsked(free)).toEqual({
    text: expect.stringMatching(/^We could not be reached, and this device cannot store your question/),
  })
  serve({ state: 'settled', value: {} })
  expect(await wantAsked(free)).toBeNull()
  const { questionId } = free.draft
  expect(pushed).toMatchObject(
    Array(2).fill({ id: pushed[0]?.id, name: 'question.ask', args: { questionId } }),
  )
})

test('a refusal of one is told; a paid one is left to the server, which asks it once its card is held', async () => {
  serve({ state: 'refused', refusal: { code: 'price-changed' } })
  expect(await wantAsked(wanted(0))).toMatchObject({ code: 'price-changed', step: 2 })
  pushed.length = 0
  expect(await wantAsked(wanted(2_500))).toBeNull()
  expect(pushed).toEqual([])
})
