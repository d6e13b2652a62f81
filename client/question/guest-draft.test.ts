import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCsrf } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { guestDrafts, saveDraft } from '../store/drafts.ts'
import { preparedAskOf } from './asking/ask-calls.ts'
import { type AskDraft, emptyDraft, readDraft } from './asking/ask-draft.ts'
import { latestGuestDraft } from './guest-draft.ts'
import { appendAsk } from './resubmit/kept-ask.ts'

/** How far the server is with each question that it knows, by id. */
const states = new Map<string, 'prepared' | 'asked'>()
let asks = 0

beforeEach(() => {
  setCsrf('x')
  states.clear()
  asks = 0
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  vi.stubGlobal('fetch', async (_url: string, { body = '{}' }: { body?: string }) => {
    const { questionId } = JSON.parse(body)
    if (questionId) asks += 1
    const state = states.get(questionId)
    if (!state) return Response.json({ refusal: { code: 'not-found' } }, { status: 404 })
    return Response.json({ state, viewPath: null, reason: null, hold: 'pending' })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Saves a guest's draft, each in a millisecond of its own, so that one of them is the latest. */
async function begin(subject: string, change: Partial<AskDraft> = {}): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 2))
  const draft = { ...emptyDraft(newId()), subject, text: 'How fast?', ...change }
  await saveDraft(openDevice('guest'), { id: newId(), athleteId: newId(), body: JSON.stringify(draft) })
  return draft.questionId
}

test('of what was begun here the latest is offered; what was asked meanwhile is put away', async () => {
  await begin('begun first')
  expect(await latestGuestDraft()).toMatchObject({ subject: 'begun first', words: 'How fast?' })
  expect(asks).toBe(0)
  states.set(await begin('asked, and its page left', { prepared: true }), 'asked')
  expect(await latestGuestDraft()).toMatchObject({ subject: 'begun first' })
  expect((await guestDrafts()).map(({ body }) => JSON.parse(body).subject)).toEqual(['begun first'])
  states.set(await begin('its card was not entered', { prepared: true }), 'prepared')
  expect(await latestGuestDraft()).toMatchObject({ subject: 'its card was not entered' })
})

test('S1-4.25 one that was submitted is not offered as begun, because it is sent by itself', async () => {
  const guest = openDevice('guest')
  await guest.drafts.clear()
  const questionId = await begin('submitted, and its video is on its way', { prepared: true })
  states.set(questionId, 'prepared')
  const draft = readDraft((await guestDrafts())[0]?.body ?? '')
  if (draft) await appendAsk(guest, preparedAskOf(draft, newId(), 0))
  expect(await latestGuestDraft()).toBeNull()
  expect(await guestDrafts()).toHaveLength(1)
})
