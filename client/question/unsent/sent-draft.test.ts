import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { listDrafts, saveDraft } from '../../store/drafts.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { preparedAskOf } from '../asking/ask-calls.ts'
import { type AskDraft, emptyDraft } from '../asking/ask-draft.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'
import { awaitsVideo, listWritten } from './sent-draft.ts'
import { settleSent } from './settle-sent.ts'

const athleteId = newId()
const STATUS = { reason: null, viewPath: null, hold: 'none', video: null, videoRefusal: null }
let answered: object

beforeEach(() => {
  setCsrf('x')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  vi.stubGlobal('fetch', async () => Response.json(answered, { status: 'refusal' in answered ? 401 : 200 }))
})
afterEach(() => vi.unstubAllGlobals())

/** Keeps a draft on a device of its own, sent as it is, and returns both. */
async function sent(): Promise<{ device: Device; draft: AskDraft }> {
  const device = openDevice(newId())
  const draft = { ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?', prepared: true }
  await save(device, draft)
  await appendAsk(device, preparedAskOf(draft, athleteId, 0))
  return { device, draft }
}
const save = (device: Device, draft: AskDraft) =>
  saveDraft(device, { id: draft.questionId, athleteId, body: JSON.stringify(draft) })
const isOnItsWay = async (device: Device) => (await listWritten(device)).map(({ ask }) => ask !== null)
const update = (device: Device, change: object) =>
  device.outbox.where({ state: 'waiting' }).modify((row) => {
    if (row.name === 'question.ask') Object.assign(row, change)
  })

test('S1-4.25 a draft is on its way once its question is in the outbox, as it was sent', async () => {
  const { device, draft } = await sent()
  expect(await isOnItsWay(device)).toEqual([true])
  await save(device, { ...draft, text: 'How slow?' })
  expect(await isOnItsWay(device), 'changed since').toEqual([false])
  const another = { ...draft, questionId: newId() }
  await device.drafts.clear()
  await save(device, another)
  expect(await isOnItsWay(device), 'never sent').toEqual([false])
})

test.each([
  ['settled, and it waits for its video', { state: 'settled', value: { state: 'waiting' } }, true],
  ['settled, and it is a question', { state: 'settled', value: { state: 'asked' } }, true],
  ['settled, and it was given back', { state: 'settled', value: { state: 'released' } }, false],
  ['refused', { state: 'refused', refusal: { code: 'not-found' } }, false],
])('S1-4.25 when its intent is %s', async (_, change, expected) => {
  const { device } = await sent()
  await update(device, change)
  expect(await isOnItsWay(device)).toEqual([expected])
})

test.each([
  ['unsent while the card is not held', { state: 'open', hold: 'pending' }, 'unsent', 1],
  ['on its way once the card is held', { state: 'open', hold: 'held' }, undefined, 1],
  ['forgotten once the server has asked it', { state: 'asked', hold: 'held' }, undefined, 0],
  ['unknown while the server says nothing', { refusal: { code: 'sign-in-first' } }, 'unknown', 1],
  ['unsent once the server has nothing of it', { refusal: { code: 'not-found' } }, 'unsent', 1],
])('S1-4.25 a draft whose card step never came back here is %s', async (_, change, standing, left) => {
  const device = openDevice(newId())
  const draft = { ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?', prepared: true }
  await save(device, draft)
  answered = { ...STATUS, ...change }
  expect((await settleSent(device, await listWritten(device))).get(draft.questionId)).toBe(standing)
  expect(await listDrafts(device)).toHaveLength(left)
})

test('S1-4.25 a draft that became a question is forgotten, and one that was given back is told', async () => {
  const { device, draft } = await sent()
  const settle = async () => [...(await settleSent(device, await listWritten(device))).keys()]
  answered = { ...STATUS, state: 'open' }
  expect([await settle(), (await listDrafts(device)).length]).toEqual([[], 1])
  answered = { ...STATUS, state: 'released' }
  expect([await settle(), (await listDrafts(device)).length]).toEqual([[draft.questionId], 1])
  answered = { ...STATUS, state: 'asked' }
  expect([await settle(), (await listDrafts(device)).length]).toEqual([[], 0])
})

test.each([
  ['on its way', { state: 'uploading' }, true, true],
  ['with the server', { state: 'sent' }, true, false],
  ['refused by the server', { state: 'refused' }, true, false],
  ['cleared by the browser', { state: 'queued' }, false, false],
] as const)('S1-4.25 a submitted question and its video that is %s', async (_, change, isHere, expected) => {
  const device = openDevice(newId())
  const draft = emptyDraft(newId())
  const take = { id: newId(), purpose: 'question', questionId: draft.questionId, dueAt: null } as const
  const film = { blob: new Blob(['film']), type: 'video/mp4', durationMs: 1_000 }
  const kept = await keepTake(device, { ...take, ...film, source: 'recorded', recordedAt: 1 })
  if (!kept.ok) throw new Error(kept.notSaved)
  await appendAsk(device, preparedAskOf({ ...draft, video: declaredOf(kept.value) }, athleteId, 0))
  expect(await awaitsVideo(device, draft.questionId, take.id)).toBe(true)
  await device.takes.update(take.id, change)
  if (!isHere) await device.videos.delete(take.id)
  expect(await awaitsVideo(device, draft.questionId, take.id)).toBe(expected)
})
