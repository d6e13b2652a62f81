import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Outcome } from '../../sync/protocol.ts'
import { newId } from '../api/new-id.ts'
import { deviceName, openDevice } from '../db/device.ts'
import { unsentWorkOf } from './account/account-data.ts'
import { leaveWords, nextMoment } from './account/draft-backup.ts'
import {
  adoptDraft,
  discardDraft,
  guestDrafts,
  keepDraft,
  listDrafts,
  moveGuestDraft,
  newsOf,
  saveDraft,
} from './drafts.ts'
import { drainOutbox, type Push } from './sending/push-outbox.ts'
import { takeVideo } from './sending/video-bytes.ts'
import { appendChunk, beginTake, joinChunks, keepTake } from './takes.ts'

const athleteId = newId()

/** Begins a question with a video on this device, without an account. */
async function begunAsGuest(body: string) {
  const guest = openDevice('guest')
  const [id, takeId] = [newId(), newId()]
  await saveDraft(guest, { id, athleteId, body })
  const video = { purpose: 'question', type: 'video/mp4', durationMs: 9_000, source: 'recorded' } as const
  const more = { id: takeId, questionId: id, recordedAt: 1, dueAt: null, blob: new Blob(['film']) }
  await keepTake(guest, { ...video, ...more })
  return { guest, id, takeId }
}

describe('drafts on this device', () => {
  test('a question begun without an account moves into one, with its video, and may be moved twice', async () => {
    const account = newId()
    const { guest, id, takeId } = await begunAsGuest('Why do my starts fail?')
    expect((await guestDrafts()).map((draft) => draft.id)).toEqual([id])
    await moveGuestDraft(account, id)
    await moveGuestDraft(account, id)
    const device = openDevice(account)
    expect(await listDrafts(device)).toMatchObject([{ id, body: 'Why do my starts fail?' }])
    expect(await (await takeVideo(device, takeId))?.text()).toBe('film')
    expect(await device.outbox.toArray()).toMatchObject([
      { name: 'draft.save', args: { draftId: id, base: 0 } },
    ])
    expect(await guestDrafts()).toEqual([])
    expect(await guest.videos.count()).toBe(0)
  })

  test('BR-2 a recording of a guest that was cut off moves with its draft, and is whole up to there', async () => {
    const account = newId()
    const guest = openDevice('guest')
    const [id, takeId] = [newId(), newId()]
    await saveDraft(guest, { id, athleteId, body: 'Why?' })
    const video = { purpose: 'question', type: 'video/webm', source: 'recorded' } as const
    await beginTake(guest, { ...video, id: takeId, questionId: id, recordedAt: 1, dueAt: null })
    for (const [seq, text] of ['one ', 'two'].entries())
      await appendChunk(guest, { takeId, seq: seq + 1, blob: new Blob([text]), durationMs: 1_000 })
    await moveGuestDraft(account, id)
    expect(await (await joinChunks(openDevice(account), takeId))?.text()).toBe('one two')
    expect([await guest.takes.count(), await guest.chunks.count()]).toEqual([0, 0])
  })

  test('BR-2 a move that was cut off and runs again leaves the account’s newer words and its video as they are', async () => {
    const account = newId()
    const { guest, id, takeId } = await begunAsGuest('Why?')
    const rows = { drafts: await guest.drafts.toArray(), takes: await guest.takes.toArray() }
    const videos = await guest.videos.toArray()
    await moveGuestDraft(account, id)
    // The tab was killed before the guest's rows were deleted.
    await guest.drafts.bulkPut(rows.drafts)
    await guest.takes.bulkPut(rows.takes)
    await guest.videos.bulkPut(videos)
    const device = openDevice(account)
    await saveDraft(device, { id, athleteId, body: 'Why do my starts fail?' })
    await device.takes.update(takeId, { state: 'sent' })
    await moveGuestDraft(account, id)
    expect(await listDrafts(device)).toMatchObject([{ id, body: 'Why do my starts fail?' }])
    expect(await device.takes.toArray()).toMatchObject([{ id: takeId, state: 'sent' }])
    expect([await guestDrafts(), await guest.takes.count()]).toEqual([[], 0])
  })

  test('BR-2 words that a guest wrote after a move that was cut off go into the account', async () => {
    const account = newId()
    const id = newId()
    await saveDraft(openDevice(account), { id, athleteId, body: 'Why?' })
    await openDevice(account).drafts.update(id, { savedAt: 1 })
    await saveDraft(openDevice('guest'), { id, athleteId, body: 'Why do my starts fail?' })
    await moveGuestDraft(account, id)
    expect(await listDrafts(openDevice(account))).toMatchObject([{ id, body: 'Why do my starts fail?' }])
  })

  test('BR-2 words that no server was told of yet count as unsent when somebody signs out', async () => {
    const account = newId()
    await keepDraft(openDevice(account), { id: newId(), athleteId, body: 'Written on a plane' })
    expect(await unsentWorkOf(account)).toEqual({ intents: 1, videos: 0, edits: 0 })
    expect(await unsentWorkOf(account)).toEqual({ intents: 1, videos: 0, edits: 0 })
  })

  test('a draft of another device goes on here over its revision', async () => {
    const device = openDevice(newId())
    const document = { id: newId(), athleteId, body: 'there', base: 2, revision: 3, savedAt: 5, order: 1 }
    await adoptDraft(device, document)
    await saveDraft(device, { id: document.id, athleteId, body: 'here' })
    await adoptDraft(device, { ...document, body: 'there again' })
    expect(await listDrafts(device)).toMatchObject([{ body: 'here', base: 3 }])
    expect(await device.outbox.toArray()).toMatchObject([
      { args: { draftId: document.id, base: 3, body: 'here' } },
    ])
  })

  test('only what another device wrote and this one does not have is news', async () => {
    const device = openDevice(newId())
    const document = { id: newId(), athleteId, body: 'there', base: 0, revision: 1, savedAt: 5, order: 1 }
    expect(await newsOf(device, [document])).toEqual([document])
    await adoptDraft(device, document)
    expect(await newsOf(device, [document])).toEqual([])
    const newer = { ...document, body: 'there, later', revision: 2 }
    expect(await newsOf(device, [newer])).toEqual([newer])
    expect(await adoptDraft(device, newer)).toMatchObject({ body: 'there, later', base: 2 })
    await discardDraft(device, document.id)
    expect(await newsOf(device, [newer])).toEqual([])
  })

  test('D98 words that only this device has are never replaced by those of another', async () => {
    const device = openDevice(newId())
    const document = { id: newId(), athleteId, body: 'there', base: 0, revision: 1, savedAt: 5, order: 1 }
    await adoptDraft(device, document)
    await keepDraft(device, { id: document.id, athleteId, body: 'here, untold' })
    const newer = { ...document, body: 'there, later', revision: 2 }
    expect(await newsOf(device, [newer])).toEqual([])
    expect(await adoptDraft(device, newer)).toMatchObject({ body: 'here, untold' })
    await saveDraft(device, { id: document.id, athleteId, body: 'here, on its way' })
    expect(await newsOf(device, [newer])).toEqual([])
  })

  test('BR-2 words typed in a page that no longer hears anything of the database are kept', async () => {
    const device = openDevice(newId())
    await device.open()
    const id = newId()
    await keepDraft(device, { id, athleteId, body: 'Why do my st' })
    const deaf = vi.spyOn(IDBRequest.prototype, 'dispatchEvent').mockReturnValue(true)
    void keepDraft(device, { id, athleteId, body: 'Why do my starts fail?' })
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    deaf.mockRestore()
    expect(await listDrafts(device)).toMatchObject([{ body: 'Why do my starts fail?' }])
  })

  test('the first version of the database: a draft keeps what the server knows of it, a video that it was asked for', async () => {
    const account = newId()
    const former = new Dexie(deviceName(account))
    former.version(1).stores({ drafts: 'id', takes: 'id', outbox: '++counter', kept: 'videoId' })
    await former.table('kept').add({ videoId: 'v', bytes: 4, isAskedFor: true })
    const [told, untold] = [newId(), newId()]
    const row = { athleteId, savedAt: 5, base: 3 }
    await former.table('drafts').bulkAdd([
      { ...row, id: told, serverId: 'beside', body: 'told' },
      { ...row, id: untold, serverId: untold, body: 'not told yet', untold: true },
    ])
    former.close()
    const device = openDevice(account)
    const drafts = await listDrafts(device)
    expect(drafts.find(({ id }) => id === told)).toEqual({
      ...{ id: told, athleteId, body: 'told', savedAt: 5 },
      ...{ serverId: 'beside', base: 3, isTold: true },
    })
    expect(drafts.find(({ id }) => id === untold)).toMatchObject({ base: 3, isTold: false })
    expect(await device.kept.where({ askedFor: 1 }).primaryKeys()).toEqual(['v'])
  })

  test('unchanged words are not sent again, and a discarded draft is gone everywhere', async () => {
    const device = openDevice(newId())
    const draft = { id: newId(), athleteId, body: 'words' }
    await saveDraft(device, draft)
    await device.outbox.toCollection().modify({ tries: 1, state: 'settled' })
    await saveDraft(device, draft)
    expect(await device.outbox.count()).toBe(1)
    await discardDraft(device, draft.id)
    expect((await device.outbox.toArray()).map(({ name }) => name)).toEqual(['draft.save', 'draft.discard'])
    expect(await listDrafts(device)).toEqual([])
  })
})

describe('BR-2 T1 words written after a fast clock was set right', () => {
  const DAY_MS = 86_400_000
  const FAST = Date.now() + 2 * DAY_MS

  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
      key: (at: number) => [...kept.keys()][at] ?? null,
      get length() {
        return kept.size
      },
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  const bodiesOf = async (account: string) => (await listDrafts(openDevice(account))).map(({ body }) => body)

  test('are not replaced by those that a page left before', async () => {
    const account = newId()
    const device = openDevice(account)
    const id = newId()
    await device.drafts.put({ id, athleteId, body: 'Why do', savedAt: FAST - 1 })
    leaveWords(account, { id, athleteId, body: 'Why do my', savedAt: FAST })
    await keepDraft(device, { id, athleteId, body: 'Why do my starts fail?' })
    expect(await bodiesOf(account)).toEqual(['Why do my starts fail?'])
    await saveDraft(device, { id, athleteId, body: 'Why do my starts fail in the rain?' })
    expect((await device.outbox.toArray()).map(({ args }) => args.body)).toEqual([
      'Why do my starts fail in the rain?',
    ])
  })

  test('are kept by a page that is left, over those that were stored before', async () => {
    const account = newId()
    const device = openDevice(account)
    const id = newId()
    await device.drafts.put({ id, athleteId, body: 'Why do my', savedAt: FAST })
    expect(await bodiesOf(account)).toEqual(['Why do my'])
    const body = 'Why do my starts fail?'
    leaveWords(account, { id, athleteId, body, savedAt: nextMoment(account, id) })
    expect(await bodiesOf(account)).toEqual([body])
  })

  test('in an account are not replaced by those of a guest when a move that was cut off runs again', async () => {
    const account = newId()
    const guest = openDevice('guest')
    const row = { id: newId(), athleteId, body: 'Why do my', savedAt: FAST }
    await guest.drafts.put(row)
    await moveGuestDraft(account, row.id)
    await saveDraft(openDevice(account), { ...row, body: 'Why do my starts fail?' })
    // The tab was killed before the guest's row was deleted.
    await guest.drafts.put(row)
    await moveGuestDraft(account, row.id)
    expect(await bodiesOf(account)).toEqual(['Why do my starts fail?'])
  })
})

describe('a draft that is discarded', () => {
  /** Starts a server that settles every save as revision 1 and records the names of the intents it received. */
  function server() {
    const seen: string[] = []
    const push: Push = async (intents) => {
      const outcomes = intents.map(({ id, name, args }): Outcome => {
        seen.push(name)
        return { id, state: 'settled', value: { ...(args as { draftId: string }), revision: 1 } }
      })
      return { ok: true, value: { outcomes } }
    }
    return { seen, push }
  }

  test('after a save the server may have seen, is discarded there as well', async () => {
    const device = openDevice(newId())
    const id = newId()
    await saveDraft(device, { id, athleteId, body: 'sent, but was it heard?' })
    const { seen, push } = server()
    await drainOutbox(device, async (intents) => {
      await push(intents)
      return { ok: false, offline: true, reason: 'network', status: null, retryAfterMs: null }
    })
    await discardDraft(device, id)
    await drainOutbox(device, push)
    expect(seen).toEqual(['draft.save', 'draft.save', 'draft.discard'])
  })

  test('over a revision the server has, takes its unsent words with it', async () => {
    const device = openDevice(newId())
    const id = newId()
    const { seen, push } = server()
    await saveDraft(device, { id, athleteId, body: 'one' })
    await drainOutbox(device, push)
    // Settled entries are deleted from the device after a month.
    await device.outbox.clear()
    await saveDraft(device, { id, athleteId, body: 'two' })
    await discardDraft(device, id)
    await drainOutbox(device, push)
    expect(seen).toEqual(['draft.save', 'draft.discard'])
  })
})
