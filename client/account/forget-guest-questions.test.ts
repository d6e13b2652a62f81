import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openDevice } from '../db/device.ts'
import { addEntry } from '../store/outbox.ts'
import { forgetGuestQuestions } from './forget-guest-questions.ts'

test('P4 what was asked is forgotten, and drafts and unsent questions are not', async () => {
  const device = openDevice('guest-of-forget-guest-questions')
  const questionId = crypto.randomUUID()
  await device.drafts.put({ id: 'd', athleteId: 'a', body: '{}', savedAt: 1 })
  await addEntry(device, { name: 'question.ask', args: { questionId } })
  const keys = [
    'my-questions',
    'view a-token',
    'tip a-token',
    'rating q',
    'problem q',
    'activity',
    'ask q',
    `ask ${questionId}`,
    'deviceId',
    'unfinished-video v',
  ]
  await device.settings.bulkPut(keys.map((key) => ({ key, value: {} })))
  await device.kept.put({ videoId: 'v', blob: new Blob(['x']), bytes: 1, type: 'video/mp4', dueAt: 1 })
  await forgetGuestQuestions(device)
  expect(await device.settings.toCollection().primaryKeys()).toEqual([`ask ${questionId}`, 'deviceId'])
  expect(await device.outbox.count()).toBe(1)
  expect(await device.drafts.count()).toBe(1)
  expect(await device.kept.count()).toBe(0)
})
