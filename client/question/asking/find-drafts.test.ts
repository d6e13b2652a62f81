import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { DraftDocument } from '../../../sync/collections.ts'
import { CALLS } from '../../../sync/paths.ts'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { findLeft } from '../../media/record/left-take.ts'
import { guestDrafts, keepDraft, listDrafts, saveDraft } from '../../store/drafts.ts'
import { drainOutbox } from '../../store/sending/push-outbox.ts'
import { keepTake, queueTake } from '../../store/takes.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'
import { askOf } from '../unsent/sent-draft.ts'
import { preparedAskOf } from './ask-calls.ts'
import { type AskDraft, emptyDraft, nextDraft } from './ask-draft.ts'
import { findDrafts, forgetAsked, forgetDraft, takeUp } from './find-drafts.ts'
import { Sender } from './sender.ts'
import { askedEarlier } from './use-ask-flow.ts'

vi.mock('../../store/sending/sync-runner.ts', () => ({ ensureWork() {} }))

const athleteId = newId()
const video = {
  id: newId(),
  sha256: 'a'.repeat(64),
  bytes: 4,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'recorded',
} as const
/** Keeps the draft's recording on a device. */
async function keepVideo(device: Device, questionId: string): Promise<void> {
  const take = { id: video.id, purpose: 'question', type: 'video/mp4', durationMs: 9_000 } as const
  const more = { source: 'recorded', questionId, recordedAt: 1, dueAt: null } as const
  await keepTake(device, { ...take, ...more, blob: new Blob(['film']) })
}
const bodyOf = (change: Partial<AskDraft>) => JSON.stringify({ ...emptyDraft(newId()), ...change })

function documentOf(body: string, more: Partial<DraftDocument> = {}): DraftDocument {
  return { id: newId(), athleteId, body, base: 0, revision: 1, savedAt: 5, order: 1, ...more }
}

beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: false, storage: undefined, locks: navigator.locks })
  for (const { id } of await guestDrafts()) await openDevice('guest').drafts.delete(id)
})

describe('what there is to go on with', () => {
  test('BR-2 drafts of this device, of its guest and of the person’s other devices, the latest first', async () => {
    const device = openDevice(newId())
    await saveDraft(openDevice('guest'), { id: newId(), athleteId, body: bodyOf({ subject: 'guest' }) })
    await saveDraft(device, { id: newId(), athleteId, body: bodyOf({ subject: 'here' }) })
    await saveDraft(device, { id: newId(), athleteId: newId(), body: bodyOf({ subject: 'to another' }) })
    await saveDraft(device, { id: newId(), athleteId, body: bodyOf({}) })
    const found = await findDrafts(device, athleteId, [documentOf(bodyOf({ subject: 'there' }))])
    expect(found.map(({ draft, origin }) => [draft.subject, origin])).toEqual([
      ['here', 'here'],
      ['guest', 'guest'],
      ['there', 'elsewhere'],
    ])
  })

  test('one from another device becomes this device’s own, and goes up over its revision', async () => {
    const device = openDevice(newId())
    const document = documentOf(bodyOf({ subject: 'there', text: 'words' }), { revision: 4 })
    const [found] = await findDrafts(device, athleteId, [document])
    const taken = found && (await takeUp(device, found))
    expect(taken).toMatchObject({ id: document.id, draft: { text: 'words' }, lacksVideo: false })
    await saveDraft(device, { id: document.id, athleteId, body: bodyOf({ text: 'more words' }) })
    expect(await device.outbox.toArray()).toMatchObject([{ args: { draftId: document.id, base: 4 } }])
    expect((await findDrafts(device, athleteId, [document])).map(({ origin }) => origin)).toEqual(['here'])
  })

  test('a video that another device recorded stays there, and the words come without it', async () => {
    const device = openDevice(newId())
    const [there] = await findDrafts(device, athleteId, [documentOf(bodyOf({ subject: 's', video }))])
    expect(there && (await takeUp(device, there))).toMatchObject({
      draft: { subject: 's', video: null },
      lacksVideo: true,
    })
  })

  test('a guest’s moves into the account, and one that is forgotten is gone with its video', async () => {
    const device = openDevice(newId())
    const guest = openDevice('guest')
    const id = newId()
    await keepVideo(guest, id)
    await saveDraft(guest, { id, athleteId, body: bodyOf({ subject: 'guest', video }) })
    const [found] = await findDrafts(device, athleteId, [])
    expect(found && (await takeUp(device, found))).toMatchObject({ id, draft: { video: { id: video.id } } })
    expect([(await guestDrafts()).length, (await listDrafts(device)).length]).toEqual([0, 1])
    const [own] = await findDrafts(device, athleteId, [])
    if (own) await forgetDraft(device, own)
    expect([await device.drafts.count(), await device.videos.count()]).toEqual([0, 0])
  })
})

test('S1-4.25 a guest’s submitted question is followed in the account, where its intent moves with it', async () => {
  const [device, guest] = [openDevice(newId()), openDevice('guest')]
  const draft = { ...emptyDraft(newId()), subject: 'submitted as a guest', text: 'How fast?', prepared: true }
  await saveDraft(guest, { id: newId(), athleteId, body: JSON.stringify(draft) })
  await appendAsk(guest, preparedAskOf(draft, athleteId, 0))
  const [found] = await findDrafts(device, athleteId, [])
  expect(found?.submitted).toBe('yes')
  if (found) await takeUp(device, found)
  expect(await askOf(device, draft)).toMatchObject({ state: 'waiting' })
  expect([await guest.outbox.count(), await askOf(guest, draft)]).toEqual([0, null])
  setCsrf('x')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  const asked: string[] = []
  vi.stubGlobal('navigator', { onLine: true, storage: undefined, locks: navigator.locks })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    // The intent has not reached the server yet, and then it has.
    const state = asked.length > 1 ? 'asked' : 'open'
    return Response.json({ state, viewPath: '/view/x', reason: null, hold: 'none', video: null })
  })
  const facts = { device, draft, draftId: found?.id ?? '', saveNow: async () => {}, onAsked: async () => {} }
  const sender = new Sender({
    ...facts,
    athlete: { id: athleteId, priceCents: 0 } as PublicAthlete,
    dispatch() {},
  })
  await sender.lookBack()
  expect(sender.getState().stage).toMatchObject({ at: 'asked' })
  expect(new Set(asked)).toEqual(new Set([CALLS.askStatus]))
})

describe('a draft whose question was sent from another device', () => {
  /** Makes the server say that every question was asked. Returns the ids of those it was asked about. */
  function serveAsked(): string[] {
    const ids: string[] = []
    setCsrf('x')
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
    vi.stubGlobal('navigator', { onLine: true, storage: undefined, locks: navigator.locks })
    vi.stubGlobal('fetch', async (_url: string, { body = '{}' }: { body?: string }) => {
      ids.push(JSON.parse(body).questionId)
      return Response.json({ state: 'asked', viewPath: null, reason: null, hold: 'none' })
    })
    return ids
  }

  /** Saves a draft that the server has in these words. */
  async function savedThere(device: Device, body: string): Promise<string> {
    const id = newId()
    await saveDraft(device, { id, athleteId, body })
    await drainOutbox(device, async ([entry]) => ({
      ok: true,
      value: { outcomes: [{ id: entry!.id, state: 'settled', value: { draftId: id, revision: 1 } }] },
    }))
    return id
  }

  test('is known as sent once its document is gone, and only then', async () => {
    const device = openDevice(newId())
    const body = bodyOf({ subject: 'sent elsewhere' })
    const id = await savedThere(device, body)
    const ids = serveAsked()
    const asked = async (server: DraftDocument[] | null) =>
      (await findDrafts(device, athleteId, server)).map((found) => found.asked)
    expect(await asked(null), 'the documents are not here yet').toEqual([null])
    expect(await asked([documentOf(body, { id })])).toEqual([null])
    expect(ids).toEqual([])
    expect(await asked([])).toEqual([{ viewPath: null }])
  })

  test.each(['kept', 'queued', 'sent'] as const)(
    'BR-2 D1 takes a video with it only when the server has it: one that is %s',
    async (state) => {
      const device = openDevice(newId())
      const id = await savedThere(device, bodyOf({ subject: 'sent elsewhere without its video', video }))
      await keepVideo(device, id)
      if (state !== 'kept') await queueTake(device, video.id)
      if (state === 'sent') await device.takes.update(video.id, { state })
      serveAsked()
      const [found] = await findDrafts(device, athleteId, [])
      expect(found?.asked).not.toBeNull()
      if (found) await forgetAsked(device, found)
      expect(await listDrafts(device)).toEqual([])
      expect([await device.takes.count(), await device.videos.count()]).toEqual(
        state === 'sent' ? [0, 0] : [1, 1],
      )
      const left = await findLeft({ device, purpose: 'question', questionId: newId() })
      expect(left?.id).toBe(state === 'kept' ? video.id : undefined)
    },
  )

  test('BR-2 is offered when words were changed here since', async () => {
    const device = openDevice(newId())
    const id = await savedThere(device, bodyOf({ subject: 'sent elsewhere' }))
    serveAsked()
    await keepDraft(device, { id, athleteId, body: bodyOf({ subject: 'changed here' }) })
    expect(await findDrafts(device, athleteId, [])).toMatchObject([{ asked: null }])
    await saveDraft(device, { id, athleteId, body: bodyOf({ subject: 'changed here, on its way' }) })
    expect(await findDrafts(device, athleteId, [])).toMatchObject([{ asked: null }])
  })

  test('BR-2 is offered when it was prepared here and changed since', async () => {
    const device = openDevice(newId())
    const prepared = nextDraft(emptyDraft(newId()), { type: 'prepared', words: emptyDraft(newId()) })
    const changed = nextDraft(prepared, { type: 'text', text: 'More words' })
    serveAsked()
    await saveDraft(device, { id: newId(), athleteId, body: JSON.stringify(changed) })
    expect(await findDrafts(device, athleteId, [])).toMatchObject([{ asked: null }])
  })
})

test.each([
  [0, 2_000, false],
  [2_000, 0, true],
])(
  'S1-4.25 one submitted here for %i cents is confirmed as such once its athlete asks %i',
  async (was, is, isPaid) => {
    const device = openDevice(newId())
    const draft = { ...emptyDraft(newId()), subject: 'submitted', text: 'How fast?', prepared: true }
    await saveDraft(device, { id: newId(), athleteId, body: JSON.stringify(draft) })
    await appendAsk(device, preparedAskOf(draft, athleteId, was))
    setCsrf('x')
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
    vi.stubGlobal('navigator', { onLine: true, storage: undefined, locks: navigator.locks })
    vi.stubGlobal('fetch', async () =>
      Response.json({ state: 'asked', viewPath: null, reason: null, hold: 'none' }),
    )
    const [found] = await findDrafts(device, athleteId, [])
    const now = { id: athleteId, priceCents: is, promo: false } as PublicAthlete
    expect(found && askedEarlier(found, now)).toMatchObject({ wasEarlier: true, isPaid })
  },
)
