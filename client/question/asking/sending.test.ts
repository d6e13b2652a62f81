import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { REFUSALS, type RefusalCode } from '../../../sync/errors.ts'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { takeVideo } from '../../store/sending/video-bytes.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { refusalText } from '../../text/refusals.ts'
import { type AskDraft, type DraftEvent, emptyDraft, isAsPrepared, nextDraft } from './ask-draft.ts'
import { CARD_AGAIN, VIDEO_GONE } from './send-ask.ts'
import { Sender } from './sender.ts'
import { checkProblem } from './use-next-step.ts'

vi.mock('../../store/sending/sync-runner.ts', () => ({ ensureWork() {} }))
vi.mock('../../api/captcha/captcha.ts', () => ({ takeCaptcha: async () => ({ ok: true, value: 'solved' }) }))

type Answers = Record<string, { status: number; body?: object }>
const CARD = { clientSecret: 'secret', paymentIntentId: newId(), hold: 'pending', firstTime: false }
const OPEN = { state: 'open', viewPath: null, reason: null, hold: 'none', video: null, videoRefusal: null }
const asked: string[] = []

/** Makes the server answer each call by the last part of its path. */
function serve(answers: Answers): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/').at(-1) ?? ''
    asked.push(name)
    const { status, body = {} } = answers[name] ?? { status: 404, body: { refusal: { code: 'not-found' } } }
    return Response.json(body, { status })
  })
}

function senderOf(priceCents: number, change: Partial<AskDraft> = {}) {
  const draft = { ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?', prepared: true, ...change }
  const sender = new Sender({
    device: openDevice('guest'),
    athlete: { id: newId(), priceCents, promo: false } as PublicAthlete,
    draftId: draft.questionId,
    draft,
    dispatch() {},
    saveNow: async () => {},
    onAsked: async () => {},
  })
  return sender
}

const SESSION = { person: null, guest: true, csrf: 'x', payments: { mode: 'stand-in' }, now: 0, epoch: 'e' }
const base: Answers = { session: { status: 200, body: SESSION } }

beforeEach(() => {
  asked.length = 0
  setCsrf('x')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what is said when sending stops', () => {
  test('S1-8.7 a payment that cannot be set up; S1-8.8 S2-8.20 without one, whoever asks', async () => {
    serve({ ...base, 'prepare-ask': { status: 500 } })
    const paid = senderOf(2_500)
    expect(await paid.prepare()).toBe(false)
    expect(paid.getState().problem?.text).toBe('There was an error setting up the payment. Please try again.')
    const free = senderOf(0)
    expect(await free.submitFree()).toBe(false)
    expect(free.getState().problem?.text).toBe('Failed to process user data')
  })

  test('S1-8.6 the check of who asks, in words only where the server was there to be asked', () => {
    const failed = { ok: false, offline: true, reason: 'server', status: 500, retryAfterMs: null } as const
    const refused = (code: RefusalCode) => ({ ok: false, refusal: { code } }) as const
    const online = { isOnline: true }
    expect(checkProblem(failed, online)).toBe(
      'There was an error checking your account status. Please try again.',
    )
    expect(checkProblem(failed, { isOnline: false }), 'S1-8.5').toBeNull()
    expect(checkProblem(refused('too-many-requests'), online)).toBe(
      'Too many requests. Please try again later.',
    )
    expect(checkProblem(refused('not-allowed'), online)).toBe('Access denied. Please check your permissions.')
    expect(checkProblem({ ok: true, value: {} }, online)).toBeNull()
  })

  test('S1-8.9 S2-8.21 D95 an upload that failed for good', () => {
    for (const code of ['video-mismatch', 'upload-not-expected'] as const)
      expect(refusalText({ code }), code).toMatch(/^Video upload failed/)
  })

  test('S1-8.11 S1-8.15 anything else by its own message, or the general one', async () => {
    serve({ ...base, 'prepare-ask': { status: 409, body: { refusal: { code: 'athlete-paused' } } } })
    const refused = senderOf(2_500)
    await refused.prepare()
    expect(refused.getState().problem).toMatchObject({ text: refusalText({ code: 'athlete-paused' }) })
    for (const code of Object.keys(REFUSALS) as RefusalCode[]) expect(refusalText({ code })).not.toBe('')
    const told = vi.fn()
    vi.stubGlobal('reportError', told)
    const broken = senderOf(2_500)
    broken.facts = { ...broken.facts, saveNow: () => Promise.reject(new Error('the disk is full')) }
    expect(await broken.prepare()).toBe(false)
    expect(broken.getState().problem?.text).toBe('An error occurred during submission. Please try again.')
    expect(told).toHaveBeenCalledOnce()
  })
})

test('S1-4.25 a full device after the card is held: the server asks the question by itself, and the page says so', async () => {
  const status = { state: 'asked', viewPath: '/view/x', reason: null, hold: 'held', video: null }
  const prepared = { questionId: newId(), amountCents: 0, ...CARD, clientSecret: null, hold: 'none' }
  serve({
    ...base,
    'ask-status': { status: 200, body: status },
    'prepare-ask': { status: 200, body: prepared },
  })
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const sender = senderOf(2_500)
  const onAsked = vi.fn(async () => {})
  sender.facts = { ...sender.facts, onAsked }
  const full = new DOMException('no room', 'QuotaExceededError')
  vi.spyOn(sender.facts.device, 'transaction').mockRejectedValue(full)
  expect(await sender.afterCard()).toBe(true)
  expect(sender.getState()).toMatchObject({ stage: { at: 'asked' }, problem: null })
  expect([onAsked.mock.calls.length, told.mock.calls[0]]).toEqual([1, [full]])
})

describe('D96 a video that another tab discarded while it was being sent', () => {
  const video = {
    id: newId(),
    sha256: '',
    bytes: 3,
    type: 'video/webm',
    durationMs: 1_000,
    source: 'file',
  } as const
  test.each([
    ['holds no card where the server never received it', { video: null }, false],
    ['nor where only its upload began', { video: 'expected' }, false],
    ['is not missed where the server has all of it', { video: 'stored' }, true],
    ['nor where the question was asked', { state: 'asked', video: 'stored' }, true],
  ])('%s', async (_name, told, isPaid) => {
    serve({ ...base, 'ask-status': { status: 200, body: { ...OPEN, ...told } } })
    const sender = senderOf(2_500, { video, prepared: false })
    expect(await sender.beforeCard()).toBe(isPaid)
    expect(sender.getState().problem).toEqual(
      isPaid ? null : { text: VIDEO_GONE, code: 'video-not-there', step: 0 },
    )
  })
})

describe('Back from the last step', () => {
  test('S1-4.21 S1-4.22 cancels the payment and forgets its secret; S1-4.23 S1-8.12 a failure is only logged', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const status of [200, 500]) {
      serve({
        ...base,
        'prepare-ask': { status: 200, body: { questionId: newId(), amountCents: 2_500, ...CARD } },
        'cancel-payment-intent': { status },
      })
      const sender = senderOf(2_500)
      expect(await sender.prepare()).toBe(true)
      expect(sender.getState().card).toMatchObject({ clientSecret: 'secret' })
      sender.reset()
      expect(sender.getState()).toMatchObject({ stage: { at: 'idle' }, card: null, problem: null })
      await vi.waitFor(() => expect(asked).toContain('cancel-payment-intent'), 30_000)
      await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(status === 200 ? 0 : 1), 30_000)
      expect(sender.getState().problem, 'nothing is shown').toBeNull()
      asked.length = 0
    }
  })
})

test('S1-4.21 Back while the card is confirmed cancels nothing, and it does once the card was refused', async () => {
  const body = { questionId: newId(), amountCents: 2_500, ...CARD }
  serve({ ...base, 'prepare-ask': { status: 200, body }, 'cancel-payment-intent': { status: 200 } })
  const sender = senderOf(2_500)
  expect([await sender.prepare(), await sender.beforeCard()]).toEqual([true, true])
  sender.reset()
  expect([sender.getState().stage.at, asked.includes('cancel-payment-intent')]).toEqual(['card', false])
  sender.endCard()
  sender.reset()
  await vi.waitFor(() => expect(asked).toContain('cancel-payment-intent'), 30_000)
})

test('S1-4.21 Back after the question was submitted cancels no card, and the question is followed on', async () => {
  const status = { ...OPEN, hold: 'held', video: 'received' }
  serve({
    ...base,
    'prepare-ask': { status: 200, body: { questionId: newId(), amountCents: 2_500, ...CARD } },
    'ask-status': { status: 200, body: status },
    'cancel-payment-intent': { status: 200 },
  })
  const sender = senderOf(2_500)
  await sender.prepare()
  const sent = sender.afterCard()
  await vi.waitFor(() => expect(sender.getState().stage.at).toBe('asking'))
  sender.reset()
  Object.assign(status, { state: 'asked' })
  expect(await sent).toBe(true)
  expect(sender.getState().stage).toMatchObject({ at: 'asked' })
  sender.reset()
  expect(asked).not.toContain('cancel-payment-intent')
})

test('a page that is closed while it asks how the question stands follows it no further', async () => {
  const status = { state: 'asked', viewPath: '/view/x', reason: null, hold: 'held', video: null }
  serve({ ...base, 'ask-status': { status: 200, body: status } })
  const sender = senderOf(2_500)
  const onAsked = vi.fn(async () => {})
  sender.facts.onAsked = onAsked
  sender.subscribe(() => sender.getState().stage.at === 'asking' && sender.cancel())
  expect(await sender.afterCard()).toBe(false)
  expect(onAsked).not.toHaveBeenCalled()
})

describe('BR-2 a card form that another tab has made out of date', () => {
  const status = { ...OPEN, hold: 'pending' }
  const card = (cents: number) => ({
    ...CARD,
    paymentIntentId: newId(),
    questionId: newId(),
    amountCents: cents,
  })

  /** Sets up a payment of $25, and returns the server's answers, which the test changes. */
  async function atTheCard() {
    const answers: Answers = { ...base, 'ask-status': { status: 200, body: status } }
    answers['prepare-ask'] = { status: 200, body: card(2_500) }
    serve(answers)
    const sender = senderOf(2_500)
    const dispatch = (event: DraftEvent) => {
      sender.facts.draft = nextDraft(sender.facts.draft, event)
    }
    sender.facts = { ...sender.facts, dispatch }
    await sender.prepare()
    const prepares = () => asked.filter((name) => name === 'prepare-ask').length
    return { sender, answers, prepares }
  }

  test('is confirmed as it is where nothing changed', async () => {
    const { sender, prepares } = await atTheCard()
    expect([await sender.beforeCard(), prepares()]).toEqual([true, 1])
  })

  test('is confirmed after other words were stored with the same payment', async () => {
    const { sender, prepares } = await atTheCard()
    sender.facts.draft = { ...sender.facts.draft, text: 'How slow?' }
    expect([await sender.beforeCard(), prepares()]).toEqual([true, 2])
    expect(isAsPrepared(sender.facts.draft)).toBe(true)
  })

  test('is not confirmed for another amount, and the new payment is shown', async () => {
    const { sender, answers } = await atTheCard()
    answers['prepare-ask'] = { status: 200, body: card(5_000) }
    sender.facts.draft = { ...sender.facts.draft, offer: 'more', typedAmount: '50' }
    expect(await sender.beforeCard()).toBe(false)
    expect(sender.getState()).toMatchObject({
      stage: { at: 'card', amountCents: 5_000 },
      problem: { text: CARD_AGAIN },
    })
    expect(await sender.beforeCard()).toBe(true)
  })

  test.each([
    ['was cancelled', { hold: 'releasing' }, 0],
    ['was cancelled and set up again, as a refused card tells', {}, 1],
  ])('is not confirmed once its payment %s', async (_name, told, refusedCards) => {
    const { sender, answers } = await atTheCard()
    answers['ask-status'] = { status: 200, body: { ...status, ...told } }
    const next = card(2_500)
    answers['prepare-ask'] = { status: 200, body: next }
    for (let attempt = 0; attempt < refusedCards; attempt += 1) expect(await sender.beforeCard()).toBe(true)
    expect(await sender.beforeCard()).toBe(false)
    const { card: shown, problem } = sender.getState()
    expect([shown?.paymentIntentId, problem?.text]).toEqual([next.paymentIntentId, CARD_AGAIN])
  })

  test('words changed while the bank was asked stay, as a new question', async () => {
    const { sender, answers } = await atTheCard()
    const { questionId } = sender.facts.draft
    expect(await sender.beforeCard()).toBe(true)
    sender.facts.draft = { ...sender.facts.draft, text: 'How slow?' }
    answers['ask-status'] = { status: 200, body: { ...status, state: 'asked', hold: 'held' } }
    await sender.afterCard()
    expect(sender.facts.draft).toMatchObject({ text: 'How slow?', prepared: false })
    expect(sender.facts.draft.questionId).not.toBe(questionId)
  })
})

describe('a question that was given back', () => {
  test('D31 comes with how far the release of its card is, whether it is followed or looked back on', async () => {
    const status = { state: 'released', viewPath: null, reason: 'own-card', hold: 'releasing', video: null }
    serve({ ...base, 'ask-status': { status: 200, body: status } })
    const stage = { at: 'released', reason: 'own-card', hold: 'releasing' }
    const [followed, back] = [senderOf(2_500), senderOf(2_500)]
    await followed.afterCard()
    await back.lookBack()
    expect([followed.getState().stage, back.getState().stage]).toEqual([stage, stage])
  })

  test.each([
    ['video-not-there', true],
    ['video-unreadable', false],
    ['card-not-held', true],
  ])('for %s: the words stay, and the video: %s', async (reason, stays) => {
    const sender = senderOf(0)
    const { device, draftId } = sender.facts
    const bytes = new Uint8Array([1, 2, 3])
    const saved = await keepTake(device, {
      id: newId(),
      purpose: 'question',
      questionId: draftId,
      blob: new Blob([bytes], { type: 'video/webm' }),
      type: 'video/webm',
      durationMs: 1_000,
      source: 'file',
      recordedAt: 1,
      dueAt: null,
    })
    if (!saved.ok) throw new Error(saved.notSaved)
    const before = { ...sender.facts.draft, video: declaredOf(saved.value) }
    sender.facts = {
      ...sender.facts,
      draft: before,
      dispatch: (event) => {
        sender.facts.draft = nextDraft(sender.facts.draft, event)
      },
    }
    const told: boolean[] = []
    const tell = (isWhole: boolean) => told.push(isWhole)
    expect(await Promise.all([sender.takeBack(reason, tell), sender.takeBack(reason, tell)])).toEqual([
      true,
      false,
    ])
    expect(told, 'pressed twice, done once').toEqual([stays])
    const { draft } = sender.facts
    expect(draft).toMatchObject({ subject: 'Pacing', text: 'How fast?', prepared: false })
    expect(draft.questionId).not.toBe(before.questionId)
    const kept = draft.video && (await takeVideo(device, draft.video.id))
    expect(kept && new Uint8Array(await kept.arrayBuffer())).toEqual(stays ? bytes : null)
    // The server no longer waits for the video under its former id.
    if (reason === 'video-not-there') expect(draft.video?.id).not.toBe(before.video.id)
    expect(await device.takes.where({ questionId: draftId }).count()).toBe(stays ? 1 : 0)
  })
})

describe('a question that was asked meanwhile', () => {
  const ASKED = { state: 'asked', viewPath: '/view/x', reason: null, hold: 'none' }
  const closed: Answers = {
    ...base,
    'prepare-ask': { status: 409, body: { refusal: { code: 'ask-closed' } } },
    'ask-status': { status: 200, body: ASKED },
  }

  /** Submits a draft whose question was asked, and returns what became of the draft. */
  async function submit(begun: Partial<AskDraft>, typed: Partial<AskDraft> = {}) {
    serve(closed)
    const sender = senderOf(0, begun)
    const { questionId } = sender.facts.draft
    const onAsked = vi.fn(async () => {})
    const dispatch = (event: DraftEvent) => {
      sender.facts.draft = nextDraft(sender.facts.draft, event)
    }
    sender.facts = { ...sender.facts, dispatch, onAsked }
    if (begun.prepared) dispatch({ type: 'prepared', words: sender.facts.draft })
    sender.facts.draft = { ...sender.facts.draft, ...typed }
    await sender.submitFree()
    const { draft } = sender.facts
    return {
      draft,
      isNew: draft.questionId !== questionId,
      wasDropped: onAsked.mock.calls.length > 0,
      sender,
    }
  }

  test('in the same words is not sent a second time', async () => {
    const { isNew, wasDropped, sender } = await submit({ prepared: true })
    expect({ isNew, wasDropped }).toEqual({ isNew: false, wasDropped: true })
    expect(sender.getState()).toMatchObject({ stage: { at: 'asked', wasEarlier: true }, problem: null })
  })

  test.each([
    ['from another device', { prepared: false }, {}],
    ['before it was changed here', { prepared: true }, { text: 'How fast on a hot day?' }],
  ])('BR-2 %s: the words here stay, as a new question', async (_name, begun, typed) => {
    const { draft, isNew, wasDropped, sender } = await submit(begun, typed)
    expect({ isNew, wasDropped }).toEqual({ isNew: true, wasDropped: false })
    expect(draft).toMatchObject({ subject: 'Pacing', text: 'How fast?', prepared: false, ...typed })
    expect(sender.getState()).toMatchObject({
      stage: { at: 'idle' },
      problem: { text: refusalText({ code: 'ask-closed' }) },
    })
  })
})
