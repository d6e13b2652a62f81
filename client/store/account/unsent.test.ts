import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { discardDraft, saveDraft } from '../drafts.ts'
import { addEntry, dismissEntry, entryOf, type NewIntent } from '../outbox.ts'
import { declaredOf, keepTake, queueTake } from '../takes.ts'
import { countUnsentByKind, PROFILE_EDIT, unsentOf } from './unsent.ts'

test('a video and what announces it are one thing that is not sent; a decline and a written reply are others', async () => {
  const device = openDevice(newId())
  const [id, questionId] = [newId(), newId()]
  const told = { type: 'video/mp4', durationMs: 1, source: 'recorded', recordedAt: 1, dueAt: null } as const
  await keepTake(device, { ...told, id, purpose: 'answer', questionId, blob: new Blob(['video']) })
  await queueTake(device, id)
  const take = await device.takes.get(id)
  const args = { answerId: newId(), questionId, recordedAt: 1, video: declaredOf(take!) }
  await device.outbox.add({ ...entryOf({ name: 'answer.submit', args } as NewIntent), answering: questionId })
  expect(await unsentOf(device)).toMatchObject({ videos: 1, intents: 0 })
  const decline = { name: 'question.decline', args: { questionId: newId(), note: '' } } as NewIntent
  await device.outbox.add(entryOf(decline))
  expect(await unsentOf(device)).toMatchObject({ videos: 1, intents: 1 })
  const reply = { clarificationId: newId(), questionId: newId(), text: 'Twice a week.' }
  await device.outbox.add(entryOf({ name: 'clarification.reply', args: reply } as NewIntent))
  expect(await countUnsentByKind(device)).toEqual({ answers: 1, replies: 1, questions: 0, changes: 1 })
  expect(await unsentOf(device)).toMatchObject({ videos: 1, intents: 2 })
  // The server has the video's bytes, but not yet the intent that announces it.
  await device.takes.update(id, { state: 'sent' })
  expect(await unsentOf(device)).toMatchObject({ videos: 0, intents: 3 })
})

test('BR-2 words typed into a form and not sent are counted, and settings without words are not', async () => {
  const device = openDevice(newId())
  const put = (key: string, value: unknown, page?: string) => device.settings.put({ key, value, page })
  await put('clarification a', 'The left one.', 'p')
  await put('rating a', { stars: 3, responseFeedback: 'Clear.', infieldFeedback: '', isSkipped: false }, 'p')
  expect(await unsentOf(device)).toMatchObject({ edits: 2, typed: ['clarification a', 'rating a'] })
  await put('clarification a', ' ', 'p')
  await put('rating a', { stars: 3, responseFeedback: '', infieldFeedback: '', isSkipped: true }, 'p')
  await put('deviceId', 'a-device')
  await put(PROFILE_EDIT, { isChanged: false }, 'p')
  expect(await unsentOf(device)).toMatchObject({ edits: 0, typed: [] })
  await put(PROFILE_EDIT, { isChanged: true }, 'p')
  expect(await unsentOf(device)).toMatchObject({ edits: 1, typed: [PROFILE_EDIT] })
  await put('notes a', 'Keep your elbow in.', 'p')
  expect(await unsentOf(device)).toMatchObject({ typed: ['notes a', PROFILE_EDIT] })
  await device.takes.put({ id: 't', questionId: 'a', state: 'queued' } as TakeRow)
  expect(await unsentOf(device)).toMatchObject({ typed: [PROFILE_EDIT] })
})

test('BR-2 refused words that are nowhere else are counted until they are dismissed; a decline without a note is not', async () => {
  const device = openDevice(newId())
  const refused = async (intent: NewIntent) => {
    await addEntry(device, intent)
    const row = await device.outbox.toCollection().last()
    await device.outbox.update(row!.counter, { state: 'refused', refusal: { code: 'changed-meanwhile' } })
    return row!.id
  }
  const questionId = newId()
  await refused({ name: 'question.decline', args: { questionId, note: '' } })
  expect(await unsentOf(device)).toMatchObject({ intents: 0, refused: { changes: 0, drafts: 0 } })
  const captions = await refused({
    name: 'answer.transcribe',
    args: { questionId, text: 'Mine', before: '' },
  })
  await refused({ name: 'question.decline', args: { questionId, note: 'Not this week.' } })
  expect(await unsentOf(device)).toMatchObject({ intents: 2, refused: { changes: 2, drafts: 0 } })
  await dismissEntry(device, captions)
  expect(await unsentOf(device)).toMatchObject({ intents: 1, refused: { changes: 1 } })
})

test('BR-2 a refused public form is counted apart from what the outbox lists, also one without a text', async () => {
  const device = openDevice(newId())
  const base = { formId: newId(), captcha: null }
  const person = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' }
  const contact = { ...base, ...person, subject: 'A club', content: 'We are a club.' }
  await addEntry(device, { name: 'contact.send', args: contact })
  await addEntry(device, { name: 'suggestion.send', args: { ...base, formId: newId(), handle: '@ada' } })
  await addEntry(device, { name: 'feedback.send', args: { feedbackId: newId(), content: 'Good.' } })
  expect(await unsentOf(device)).toMatchObject({ intents: 3, refused: { changes: 0, forms: [] } })
  await device.outbox.toCollection().modify({ state: 'refused', refusal: { code: 'captcha-wrong' } })
  expect(await unsentOf(device)).toMatchObject({
    intents: 3,
    refused: { changes: 1, drafts: 0, forms: ['contact.send', 'suggestion.send'] },
  })
})

test('BR-2 an unfinished question whose last words the server refused is counted while it is here', async () => {
  const device = openDevice(newId())
  const draft = { id: newId(), athleteId: newId(), body: 'How do I start?' }
  await saveDraft(device, draft)
  await device.outbox.toCollection().modify({ state: 'refused', refusal: { code: 'drafts-enough' } })
  expect(await unsentOf(device)).toMatchObject({ intents: 1, refused: { changes: 0, drafts: 1 } })
  await saveDraft(device, { ...draft, body: 'How do I start well?' })
  expect(await unsentOf(device)).toMatchObject({ intents: 1, refused: { drafts: 0 } })
  await device.outbox.toCollection().modify({ state: 'refused', refusal: { code: 'drafts-enough' } })
  await discardDraft(device, draft.id)
  expect((await unsentOf(device)).refused).toEqual({ changes: 0, drafts: 0, forms: [] })
})
