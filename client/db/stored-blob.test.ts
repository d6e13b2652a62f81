import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { moveGuestDraft, saveDraft } from '../store/drafts.ts'
import { takeVideo } from '../store/sending/video-bytes.ts'
import { appendChunk, beginTake, joinChunks, keepTake } from '../store/takes.ts'
import { closeDevice, openDevice } from './device.ts'
import { toStore } from './stored-blob.ts'

afterEach(() => vi.restoreAllMocks())

/** Fails requests that store a blob, together with their transaction, as Safari's private windows do. */
function refuseBlobs(): void {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row, key) {
    if (row?.blob instanceof Blob) throw new DOMException('Error preparing Blob/File data', 'UnknownError')
    return put.call(this, row, key)
  })
}

const told = { purpose: 'answer', source: 'recorded', recordedAt: 1, dueAt: null, type: 'video/mp4' } as const

test.each(['takes blobs', 'refuses blobs'])(
  'BR-2 a take, its chunks, a guest’s video and a kept one come back as they were from a browser that %s',
  async (how) => {
    if (how === 'refuses blobs') refuseBlobs()
    const device = openDevice(newId())
    const [take, left, questionId] = [newId(), newId(), newId()]
    const blob = new Blob(['the whole video'], { type: 'video/mp4' })
    const saved = await keepTake(device, { ...told, id: take, questionId: newId(), durationMs: 10, blob })
    expect(saved).toMatchObject({ ok: true })
    const video = await takeVideo(device, take)
    expect([video?.type, await video?.text()]).toEqual(['video/mp4', 'the whole video'])

    await beginTake(device, { ...told, id: left, questionId: newId() })
    for (const [seq, words] of ['one ', 'two'].entries()) {
      const chunk = { takeId: left, seq, blob: new Blob([words]), durationMs: seq }
      expect(await appendChunk(device, chunk)).toMatchObject({ ok: true })
    }
    expect(await (await joinChunks(device, left))?.text()).toBe('one two')

    // Learn again what the browser takes.
    closeDevice('guest')
    await saveDraft(openDevice('guest'), { id: questionId, athleteId: newId(), body: '{}' })
    const asked = { ...told, purpose: 'question', questionId, durationMs: 10 } as const
    const begun = newId()
    await keepTake(openDevice('guest'), { ...asked, id: begun, blob })
    await moveGuestDraft(device.account, questionId)
    expect(await (await takeVideo(device, begun))?.text()).toBe('the whole video')

    const [videoId, bytes] = [newId(), blob.size]
    const row = { videoId, bytes, type: blob.type, dueAt: 1, blob: await toStore(device, blob) }
    await device.kept.put(row)
    expect(await (await device.kept.get(videoId))?.blob.text()).toBe('the whole video')
    expect(await device.videos.count()).toBe(2)
  },
)
