import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { entryOf, type NewIntent } from '../outbox.ts'
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
