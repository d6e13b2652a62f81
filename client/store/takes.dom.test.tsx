import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { takeVideo } from './sending/video-bytes.ts'
import { keepTake } from './takes.ts'

const BYTES = 5_000_000

// These tests run in private windows, which store only the path of a file.
test('a video that was chosen stays on the device when its owner changes the file, or deletes it', async () => {
  const device = openDevice(newId())
  const field = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }))
  await commands.chooseFile(BYTES)
  const kept = await keepTake(device, {
    id: newId(),
    purpose: 'answer',
    questionId: newId(),
    type: 'video/mp4',
    durationMs: 1_000,
    source: 'file',
    recordedAt: Date.now(),
    dueAt: null,
    blob: field.files![0]!,
  })
  field.remove()
  if (!kept.ok) throw new Error(kept.notSaved)
  const bytesHere = async () => (await (await takeVideo(device, kept.value.id))?.arrayBuffer())?.byteLength
  await commands.changeChosenFile()
  expect(await bytesHere(), 'after a change').toBe(BYTES)
  await commands.deleteChosenFile()
  expect(await bytesHere(), 'after its end').toBe(BYTES)
})
