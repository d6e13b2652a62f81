import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { setCsrf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'
import { preparedAskOf } from './ask-calls.ts'
import { type AskDraft, emptyDraft } from './ask-draft.ts'
import { Sender } from './sender.ts'

vi.mock('../../store/sending/sync-runner.ts', () => ({ ensureWork() {} }))
// A minute of looks takes no time here.
vi.mock('./ask-calls.ts', async (original) => ({ ...(await original<object>()), pause: async () => {} }))

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
