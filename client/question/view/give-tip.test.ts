import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { HEADERS } from '../../../sync/paths.ts'
import { setCsrf } from '../../api/call.ts'
import { Device, openDevice } from '../../db/device.ts'
import {
  confirmReturned,
  confirmTip,
  forgetTip,
  giveUpTip,
  lookAtKeptTip,
  openTip,
  readKeptTip,
} from './give-tip.ts'

vi.mock('../../api/pause.ts', () => ({ pause: async () => {} }))
vi.mock('../../api/captcha/captcha.ts', () => ({ takeCaptcha: async () => ({ ok: true, value: 'solved' }) }))

const TOKEN = 'T'.repeat(43)
const device = openDevice('guest')
type Asked = {
  path: string
  captcha: string | null
  body: { tipId?: string; amount?: number; capture_method?: string }
}
const asked: Asked[] = []

/** Makes the server answer each path with the given answers in turn; the last answer repeats. */
function serve(answers: Record<string, { status: number; body: object }[]>): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.split('/').at(-1) ?? ''
    const captcha = new Headers(init.headers).get(HEADERS.captcha)
    asked.push({ path, captcha, body: JSON.parse(String(init.body ?? '{}')) })
    const left = answers[path] ?? []
    const next = left.length > 1 ? left.shift() : left[0]
    if (!next) throw new TypeError('no network')
    return Response.json(next.body, { status: next.status })
  })
}

const status = (state: string) => ({ status: 200, body: { state, amountCents: 500 } })
const refused = (code: string) => ({ status: 409, body: { refusal: { code } } })
const opened = { status: 200, body: { clientSecret: 'pi_1_secret_1', paymentIntentId: 'x' } }
const opening = () => asked.filter(({ path }) => path === 'create-payment-intent').map(({ body }) => body)

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  setCsrf(null)
  asked.length = 0
  await device.settings.clear()
})
afterEach(() => vi.unstubAllGlobals())

test('S2-4.30 S2-8.48 a tip that the server has seen paid is said to be sent', async () => {
  serve({ 'tip-status': [status('pending'), status('paid')] })
  expect(await confirmTip(TOKEN, 'tip')).toEqual({ text: 'Payment successfully sent!', isPaid: true })
})

test('S2-8.36 D25 a card was charged and the server does not know it yet, or cannot be asked', async () => {
  const text = 'Payment processed but error updating athlete earnings.'
  serve({ 'tip-status': [status('pending')] })
  expect(await confirmTip(TOKEN, 'tip')).toEqual({ text, isPaid: false })
  serve({})
  expect(await confirmTip(TOKEN, 'tip')).toEqual({ text, isPaid: false })
})

test('S2-8.35 a tip that came to nothing is not said to be sent', async () => {
  serve({ 'tip-status': [status('released')] })
  const text = 'An unknown error occurred during payment verification.'
  expect(await confirmTip(TOKEN, 'tip')).toEqual({ text, isPaid: false })
})

test('D30 S2-8.35 a bank that did not agree is not told as a charge; what the server has seen paid is', async () => {
  const text = 'An unknown error occurred during payment verification.'
  const returned = (redirectStatus: string | null) => confirmReturned(TOKEN, 'tip', redirectStatus)
  for (const redirectStatus of ['failed', 'pending', null]) {
    serve({ 'tip-status': [status('pending')] })
    expect(await returned(redirectStatus)).toEqual({ text, isPaid: false })
    serve({})
    expect(await returned(redirectStatus)).toEqual({ text, isPaid: false })
    serve({ 'tip-status': [status('paid')] })
    expect(await returned(redirectStatus)).toEqual({ text: 'Payment successfully sent!', isPaid: true })
  }
  serve({ 'tip-status': [status('pending'), status('paid')] })
  expect(await returned('succeeded')).toEqual({ text: 'Payment successfully sent!', isPaid: true })
})

test('S2-4.29 S2-9.13 the same amount goes on with the same tip, also after a reload; another amount gives it up', async () => {
  serve({ 'create-payment-intent': [opened], 'cancel-tip': [{ status: 200, body: {} }] })
  const first = await openTip(device, TOKEN, 500)
  const again = await openTip(device, TOKEN, 500)
  expect(first).toMatchObject({ ok: true, clientSecret: 'pi_1_secret_1' })
  expect(again).toEqual(first)
  const [one, two] = opening()
  expect(one).toMatchObject({ amount: 500, currency: 'usd', capture_method: 'automatic', token: TOKEN })
  expect(two?.tipId).toBe(one?.tipId)
  expect(asked[0]?.captcha).toBe('solved')
  await openTip(device, TOKEN, 1_000)
  expect(asked.find(({ path }) => path === 'cancel-tip')?.body.tipId).toBe(one?.tipId)
  expect(opening()[2]?.tipId).not.toBe(one?.tipId)
  await giveUpTip(device, TOKEN)
  expect(await readKeptTip(device, TOKEN)).toBeNull()
})

test('of a tip whose answer was lost the server says whether it is paid, and until it does nobody knows', async () => {
  const answers = [status('pending'), status('paid'), refused('not-found'), refused('payments-unreachable')]
  serve({ 'create-payment-intent': [opened], 'tip-status': answers })
  const look = () => lookAtKeptTip(device, TOKEN)
  expect(await look()).toBe('not-paid')
  expect(asked).toEqual([])
  await openTip(device, TOKEN, 500)
  expect([await look(), await look(), await look()]).toEqual(['not-paid', 'paid', 'not-paid'])
  expect(await look()).toBe('unknown')
  serve({})
  expect(await look()).toBe('unknown')
})

test('a tip that is over is not opened again: the next one is new', async () => {
  serve({ 'create-payment-intent': [opened, refused('hold-gone'), opened] })
  await openTip(device, TOKEN, 500)
  expect(await openTip(device, TOKEN, 500)).toMatchObject({ ok: true })
  const ids = opening().map(({ tipId }) => tipId)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('a tip can be given where the device opens no database', async () => {
  serve({ 'create-payment-intent': [opened] })
  const unopened = new Device('unopened')
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no database here', 'UnknownError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await openTip(unopened, TOKEN, 500)).toMatchObject({ ok: true })
  expect(await forgetTip(unopened, TOKEN)).toBeUndefined()
})

test('a refusal is told, and so is a server that is not reached', async () => {
  serve({ 'create-payment-intent': [refused('not-answered')] })
  expect(await openTip(device, TOKEN, 500)).toEqual({ ok: false, problem: 'There is no answer to tip yet.' })
  serve({})
  expect(await openTip(device, TOKEN, 500)).toMatchObject({
    ok: false,
    problem: 'We could not be reached. Nothing was charged; try again in a moment.',
  })
})
