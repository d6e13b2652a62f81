import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { appendAsk, readKeptAsk } from '../resubmit/kept-ask.ts'
import { askOf, awaitsVideo } from '../unsent/sent-draft.ts'
import { preparedAskOf } from './ask-calls.ts'
import { type AskDraft, emptyDraft, nextDraft } from './ask-draft.ts'
import { Sender } from './sender.ts'

vi.mock('../../store/sending/sync-runner.ts', () => ({ ensureWork() {} }))
// A minute of looks takes no time here.
vi.mock('../../api/pause.ts', () => ({ pause: async () => {} }))

const device = openDevice('guest')
const athleteId = newId()
const STATUS = { viewPath: '/view/x', reason: null, hold: 'none', video: null, videoRefusal: null }
const CARD = { clientSecret: 'secret', paymentIntentId: newId(), hold: 'pending', firstTime: false }

/** Makes the server answer each call by the last part of its path. */
function serve(answers: Record<string, () => object | Promise<object>>): void {
  vi.stubGlobal('fetch', async (url: string) => Response.json(await answers[url.split('/').at(-1) ?? '']?.()))
}

/** Returns the sender of a draft that the server has stored, to an athlete who asks $15 now. */
function senderOf(draft: AskDraft): Sender {
  return new Sender({
    ...{ device, draft, draftId: draft.questionId, saveNow: async () => {}, dispatch() {} },
    athlete: { id: athleteId, priceCents: 1_500, promo: false } as PublicAthlete,
    onAsked: async () => {},
  })
}

const prepared = () => ({ ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?', prepared: true })

beforeEach(() => {
  setCsrf('x')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('S1-4.25 a question submitted free of charge is followed as such after its athlete has set a price', async () => {
  const draft = prepared()
  await appendAsk(device, preparedAskOf(draft, athleteId, 0))
  const looks = ['open', 'asked']
  serve({ 'ask-status': () => ({ ...STATUS, state: looks.shift() ?? 'asked' }) })
  const sender = senderOf(draft)
  const shown: string[] = []
  sender.subscribe(() => shown.push(`${sender.getState().stage.at} ${sender.getState().submittedCents}`))
  await sender.lookBack()
  expect(shown.slice(1)).toEqual(['preparing 0', 'preparing 0', 'preparing 0', 'asking 0', 'asked 0'])
})

test('S1-4.21 Back while the server is asked about the payment lets no card be confirmed', async () => {
  const told = Promise.withResolvers<object>()
  serve({
    'prepare-ask': () => ({ questionId: newId(), amountCents: 1_500, ...CARD }),
    'ask-status': () => told.promise,
    'cancel-payment-intent': () => ({}),
    session: () => ({ person: null, guest: true, csrf: 'x', payments: null, now: 0, epoch: 'e' }),
  })
  const sender = senderOf(prepared())
  expect(await sender.prepare()).toBe(true)
  const goesOn = sender.beforeCard()
  sender.reset()
  told.resolve({ ...STATUS, state: 'open', hold: 'pending' })
  expect(await goesOn).toBe(false)
  expect(sender.getState()).toMatchObject({ stage: { at: 'idle' }, card: null, isConfirming: false })
})

test('BR-2 a free question that waits here while offline is followed until it is asked, however long that takes', async () => {
  const draft = prepared()
  await appendAsk(device, preparedAskOf(draft, athleteId, 0))
  let looks = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('ask-status')) return Response.json({})
    looks += 1
    if (looks < 100) throw new TypeError('no network')
    return Response.json({ ...STATUS, state: looks === 100 ? 'open' : 'asked' })
  })
  const sender = senderOf(draft)
  const onAsked = vi.spyOn(sender.facts, 'onAsked')
  expect(await sender.lookBack(false)).toBe(true)
  expect(sender.getState().stage).toEqual({ at: 'asked', viewPath: '/view/x', wasEarlier: false })
  expect(onAsked).toHaveBeenCalledOnce()
})

/** Keeps a question's video on the device, and returns it as the draft has it. */
async function keepVideo(questionId: string, film: string) {
  const kept = await keepTake(device, {
    ...{ id: newId(), purpose: 'question', questionId, dueAt: null, source: 'recorded', recordedAt: 1 },
    ...{ blob: new Blob([film]), type: 'video/mp4', durationMs: 1_000 },
  })
  if (!kept.ok) throw new Error(kept.notSaved)
  return declaredOf(kept.value)
}

/** Returns a draft on video that was submitted free of charge, and is as the server has stored it. */
async function submittedOnVideo(): Promise<AskDraft> {
  const empty = { ...emptyDraft(newId()), subject: 'Pacing' }
  const draft = { ...empty, video: await keepVideo(empty.questionId, 'first') }
  await appendAsk(device, preparedAskOf(draft, athleteId, 0))
  await device.outbox
    .where({ subject: draft.questionId })
    .modify({ state: 'settled', value: { state: 'waiting' } })
  return nextDraft(draft, { type: 'prepared', words: draft })
}

test('S1-4.25 another video that is submitted in place of the first is the one that is waited for', async () => {
  const first = await submittedOnVideo()
  const { questionId } = first
  const video = await keepVideo(questionId, 'second')
  const draft = { ...first, video, confirmed: true }
  serve({ 'prepare-ask': () => ({ ...CARD, questionId, amountCents: 0, clientSecret: null, hold: 'none' }) })
  const sender = senderOf(draft)
  sender.facts.athlete.priceCents = 0
  const submits = sender.submitFree()
  await expect.poll(() => sender.getState().stage.at).toBe('uploading')
  expect(await awaitsVideo(device, questionId, video.id)).toBe(true)
  expect(await awaitsVideo(device, questionId, first.video?.id ?? '')).toBe(false)
  expect(await askOf(device, draft)).not.toBeNull()
  sender.cancel()
  expect(await submits).toBe(false)
})

test('S1-4.25 words changed after a question was submitted are not kept as those that were sent', async () => {
  const first = await submittedOnVideo()
  const { questionId } = first
  const sender = senderOf({ ...first, video: null, text: 'Or rather: how slow?' })
  serve({ 'ask-status': () => ({ ...STATUS, state: 'open', isWanted: true, video: 'stored' }) })
  await sender.lookBack()
  expect(sender.getState().stage.at, 'followed as it was sent').toBe('handed-over')
  expect((await readKeptAsk(device, questionId))?.ask.video?.id).toBe(first.video?.id)
})
