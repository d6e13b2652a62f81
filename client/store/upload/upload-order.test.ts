import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../../sync/result.ts'
import { newId } from '../../api/new-id.ts'
import { type OutboxRow, openDevice, type TakeRow } from '../../db/device.ts'
import { believedEnd, endOfAnswer, forgetCutOff, keepUploadEnd, nextTake } from './upload-order.ts'

function take(change: Partial<TakeRow>): TakeRow {
  return {
    id: newId(),
    purpose: 'answer',
    questionId: newId(),
    type: 'video/mp4',
    bytes: 100,
    durationMs: 1_000,
    sha256: '',
    source: 'recorded',
    recordedAt: 0,
    dueAt: null,
    state: 'queued',
    uploadUrl: null,
    uploadedBytes: 0,
    inPieces: false,
    refusal: null,
    ...change,
  }
}

const announcement = (takeId: string, state: OutboxRow['state'], name: OutboxRow['name'] = 'answer.submit') =>
  ({ name, args: { video: { id: takeId } }, state }) as unknown as OutboxRow

describe('which bytes go next', () => {
  test('the take due first, then the oldest, then those without a deadline', () => {
    const loose = take({ recordedAt: 1 })
    const late = take({ dueAt: 300, recordedAt: 2 })
    const soon = take({ dueAt: 100, recordedAt: 4 })
    const sooner = take({ dueAt: 100, recordedAt: 3 })
    const takes = [loose, late, soon, sooner]
    const order: string[] = []
    const done = new Set<string>()
    for (let next = nextTake(takes, [], done); next; next = nextTake(takes, [], done)) {
      order.push(next.id)
      done.add(next.id)
    }
    expect(order).toEqual([sooner.id, soon.id, late.id, loose.id])
  })

  test('an answer waits until the server has accepted what announces it', () => {
    const answer = take({})
    for (const state of ['waiting', 'parked', 'refused'] as const) {
      expect(nextTake([answer], [announcement(answer.id, state)])).toBeNull()
    }
    expect(nextTake([answer], [announcement(answer.id, 'settled')])).toBe(answer)
    expect(nextTake([answer], [announcement(newId(), 'waiting')])).toBe(answer)
  })

  test('of the announcements of one video, the latest decides', () => {
    const answer = take({})
    const given = (state: OutboxRow['state']) => announcement(answer.id, state, 'answer.give')
    expect(nextTake([answer], [announcement(answer.id, 'refused'), given('settled')])).toBe(answer)
    expect(nextTake([answer], [announcement(answer.id, 'settled'), given('waiting')])).toBeNull()
  })

  test('what was cut off goes on; what is kept, sent or refused does not leave', () => {
    const cut = take({ state: 'uploading' })
    const others = (['recording', 'kept', 'sent', 'refused'] as const).map((state) => take({ state }))
    expect(nextTake([...others, cut], [])).toBe(cut)
    expect(nextTake(others, [])).toBeNull()
  })
})

describe('what an answer of the upload server means', () => {
  const answer = { status: 500, method: 'PATCH', refusal: null, afterMs: null }
  test.each([
    ['401 waits for a sign-in', { ...answer, status: 401 }, { end: 'sign-in' }],
    ['404 of an upload begins another', { ...answer, status: 404 }, { end: 'gone' }],
    [
      '404 of a new upload is a refusal',
      { ...answer, status: 404, method: 'POST', refusal: refuse('upload-not-expected').refusal },
      { end: 'refused', refusal: { code: 'upload-not-expected' } },
    ],
    [
      '409 with a refusal is final',
      { ...answer, status: 409, refusal: refuse('video-mismatch').refusal },
      { end: 'refused', refusal: { code: 'video-mismatch' } },
    ],
    [
      'a lost race for the offset is tried again',
      { ...answer, status: 409, refusal: refuse('changed-meanwhile').refusal },
      { end: 'later', wide: false, afterMs: null },
    ],
    [
      'a HEAD that is refused asks by a new upload',
      { ...answer, status: 422, method: 'HEAD' },
      { end: 'gone' },
    ],
    [
      '409 without one is a matter of time',
      { ...answer, status: 409 },
      { end: 'later', wide: false, afterMs: null },
    ],
    ['413 on the way sends it in pieces', { ...answer, status: 413 }, { end: 'too-long' }],
    [
      '503 closes the way for all',
      { ...answer, status: 503, afterMs: 5_000 },
      { end: 'later', wide: true, afterMs: 5_000, isBusy: true },
    ],
    [
      '429 says when, and is no refusal of the take',
      { ...answer, status: 429, refusal: refuse('too-many-requests').refusal, afterMs: 7_000 },
      { end: 'later', wide: true, afterMs: 7_000, isBusy: true },
    ],
    ['500 is about this take alone', answer, { end: 'later', wide: false, afterMs: null, isBusy: true }],
  ])('%s', (_title, given, expected) => {
    expect(endOfAnswer(given)).toEqual(expected)
  })

  test('a refusal that is about the way holds every take up, and refuses none', () => {
    for (const code of ['bad-csrf', 'bad-origin', 'outdated-app', 'payments-unreachable'] as const)
      expect(endOfAnswer({ ...answer, status: 403, refusal: refuse(code).refusal }), code).toEqual({
        end: 'later',
        wide: true,
        afterMs: null,
      })
  })

  test('a HEAD to a busy server, or from somebody who is signed out, takes no upload for lost', () => {
    const ends = [401, 423, 429].map((status) => endOfAnswer({ ...answer, status, method: 'HEAD' }).end)
    expect(ends).toEqual(['sign-in', 'later', 'later'])
  })

  test('what somebody else is told says nothing of the take; who was not heard is asked again', async () => {
    const device = openDevice(newId())
    const refused = { end: 'refused', refusal: refuse('not-allowed').refusal } as const
    const told = (end: Parameters<typeof believedEnd>[0], caller: string | null) =>
      believedEnd(end, device, async () => caller)
    for (const end of [refused, { end: 'gone' }] as const) {
      for (const caller of ['guest', newId()]) expect(await told(end, caller)).toEqual({ end: 'sign-in' })
      expect(await told(end, null)).toEqual({ end: 'later', wide: true, afterMs: null })
      expect(await told(end, device.account)).toEqual(end)
    }
    expect(await told({ end: 'sent' }, null)).toEqual({ end: 'sent' })
  })

  test('a refusal keeps the take and says why; a lost upload forgets its address only', async () => {
    const device = openDevice(newId())
    const row = take({ state: 'uploading', uploadUrl: '/files/a', uploadedBytes: 40 })
    await device.takes.add(row)
    await device.videos.add({ id: row.id, blob: new Blob(['v']) })
    await keepUploadEnd(device, row, { end: 'gone' })
    expect(await device.takes.get(row.id)).toMatchObject({
      state: 'queued',
      uploadUrl: null,
      uploadedBytes: 0,
    })
    await keepUploadEnd(device, row, { end: 'refused', refusal: refuse('video-unreadable').refusal })
    expect(await device.takes.get(row.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'video-unreadable' },
    })
    expect(await device.videos.count()).toBe(1)
  })

  test('a busy server is remembered until the next end, a broken line is not', async () => {
    const device = openDevice(newId())
    const row = take({ state: 'uploading' })
    await device.takes.add(row)
    await keepUploadEnd(device, row, endOfAnswer({ ...answer, status: 503 }))
    expect(await device.takes.get(row.id)).toMatchObject({ state: 'queued', nextTryAt: 0 })
    await keepUploadEnd(device, row, { end: 'later', wide: true, afterMs: null })
    expect((await device.takes.get(row.id))?.nextTryAt).toBeNull()
  })

  test('what a killed sender left as uploading waits again, where it stopped', async () => {
    const device = openDevice(newId())
    const row = take({ state: 'uploading', uploadedBytes: 42, uploadUrl: '/files/a' })
    const sent = take({ state: 'sent' })
    await device.takes.bulkAdd([row, sent])
    await forgetCutOff(device)
    expect(await device.takes.get(row.id)).toEqual({ ...row, state: 'queued' })
    expect(await device.takes.get(sent.id)).toEqual(sent)
  })

  test('what was said of a take while its bytes left stays: its question had ended', async () => {
    const device = openDevice(newId())
    const row = take({ state: 'refused', refusal: { code: 'too-late' } })
    await device.takes.add(row)
    for (const end of ['sent', 'later', 'gone'] as const) {
      await keepUploadEnd(device, row, end === 'later' ? { end, wide: true, afterMs: null } : { end })
      expect(await device.takes.get(row.id)).toEqual(row)
    }
  })
})
