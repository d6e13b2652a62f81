import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { closeReplica, openReplica } from '../../db/replica.ts'
import { toRow } from '../../db/schemas.ts'
import { keepTake, queueTake } from '../takes.ts'
import { followTakes } from './follow-takes.ts'

const PATIENTLY = { timeout: 10_000 }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Opens a device whose takes are followed, with the spies and functions to pull documents and queue takes. */
async function followed() {
  const account = newId()
  const store = await openReplica(account)
  const device = openDevice(account)
  const watch = vi.spyOn(store, 'watch')
  ends.push(() => closeReplica(account), followTakes(device, store))
  const pulled = (name: 'questions' | 'answers', told: Partial<QuestionDocument & AnswerDocument>) =>
    store.database[name].upsert({ ...toRow(name, { id: '', _deleted: true }), _deleted: false, ...told })
  const take = async (purpose: VideoPurpose, questionId: string) => {
    const id = newId()
    const blob = new Blob(['video'])
    const told = { type: 'video/mp4', durationMs: 1, source: 'recorded', recordedAt: 1, dueAt: null } as const
    await keepTake(device, { ...told, id, purpose, questionId, blob })
    await queueTake(device, id)
    return id
  }
  const left = async () => (await device.takes.toCollection().primaryKeys()).sort()
  return { account, device, pulled, take, left, watch }
}

test('the local copy of an answer goes when a pull shows it delivered; another stays', async () => {
  const { device, pulled, take, left } = await followed()
  const questionId = newId()
  const [own, other] = [await take('answer', questionId), await take('answer', newId())]
  await device.takes.update(own, { state: 'sent' })
  await pulled('answers', { id: newId(), questionId, videoId: own, state: 'stored' })
  await pulled('answers', { id: newId(), questionId: newId(), videoId: newId(), state: 'delivered' })
  expect(await left()).toEqual([own, other].sort())
  await pulled('answers', { id: newId(), questionId, videoId: own, state: 'delivered' })
  await vi.waitFor(async () => expect(await left()).toEqual([other]), PATIENTLY)
})

test('an answer that is refused is listed once among what happened here, and again once it was sent again', async () => {
  const { device, take } = await followed()
  const id = await take('answer', newId())
  await device.takes.update(id, { about: 'My catch' })
  await take('question', newId())
  const listed = async () => {
    const told = (await device.settings.get('activity'))?.value as { text: string }[] | undefined
    return (told ?? []).map(({ text }) => text)
  }
  const text = 'Your answer about “My catch” was not accepted. The outbox says why.'
  await device.takes.toCollection().modify({ state: 'refused', refusal: { code: 'already-answered' } })
  await vi.waitFor(async () => expect(await listed()).toEqual([text]), PATIENTLY)
  await device.takes.update(id, { bytesPerSecond: 1 })
  await queueTake(device, id)
  expect(await listed()).toEqual([text])
  await device.takes.update(id, { state: 'refused' })
  await vi.waitFor(async () => expect(await listed()).toEqual([text, text]), PATIENTLY)
})

test('the local copy of a question goes, too, where it was pulled before its video was all sent', async () => {
  const { account, device, pulled, take, left } = await followed()
  const questionId = newId()
  const id = await take('question', questionId)
  await pulled('questions', { id: questionId, fanId: account })
  await vi.waitFor(() => device.takes.update(id, { state: 'sent' }))
  await vi.waitFor(async () => expect(await left()).toEqual([]), PATIENTLY)
})

test('of all questions and answers only those are watched that something here is about', async () => {
  const { take, watch } = await followed()
  const questionId = newId()
  await take('question', questionId)
  await vi.waitFor(() => expect(watch).toHaveBeenCalled(), PATIENTLY)
  for (const [, query] of watch.mock.calls) {
    const { id, questionId: about } = query.where as { id?: string[]; questionId?: string[] }
    expect(id ?? about).toEqual([questionId])
  }
})
