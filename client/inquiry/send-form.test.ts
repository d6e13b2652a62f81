import 'fake-indexeddb/auto'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushedIntent } from '../../sync/protocol.ts'
import { newId } from '../api/new-id.ts'
import { type FormStage, fieldProblem } from './use-form.ts'

type Answer = { state: 'settled'; value: object } | { state: 'refused'; refusal: { code: string } }

/** A stub of the captcha's worker, which answers at once without solving anything. */
class FakeWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: 'solved' })))
  }
  terminate() {}
}

const CONTACT = {
  firstName: 'Ada',
  lastName: 'Berg',
  email: 'ada@example.com',
  subject: 'A club',
  content: 'We are a club.',
}

/** A longer timeout, because the code that sends a form is loaded with the first form. */
const PATIENCE = { timeout: 10_000 }

let pushed: PushedIntent[] = []

/**
 * Opens a page of a member, or of a visitor. Its server answers each pushed intent with the next of `answers`, and
 * fails once they are used up. With `isOver` the member's session has ended, which the page learns from its first
 * push.
 */
async function openPage(answers: Answer[], member: string | null = newId(), isOver = false, isFull = false) {
  vi.resetModules()
  pushed = []
  const app = new Hono()
  const account = isOver || !member ? 'guest' : member
  const person = member && { id: member, role: 'basic', firstName: 'Ada', username: null }
  const known = isOver ? null : person
  app.get('/api/session', (c) =>
    c.json({ person: known, guest: false, csrf: null, now: Date.now(), epoch: 'e' }),
  )
  localStorage.setItem('infield.session', JSON.stringify({ person, skewMs: 0, ended: false }))
  app.get('/api/captcha', (c) => c.json({ challenge: true }))
  app.post('/sync/push', async (c) => {
    const push = (await c.req.json()) as { account: string; intents: PushedIntent[] }
    const { intents } = push
    if (isOver && push.account === member) return c.json({ refusal: { code: 'sign-in-first' } }, 401)
    // Refuse the pushes of an earlier page, which may still be trying.
    if (push.account !== account) return c.json({}, 500)
    pushed.push(...intents)
    const outcomes = intents.flatMap(({ id }) => {
      const answer = answers.shift()
      return answer ? [{ id, ...answer }] : []
    })
    return outcomes.length === intents.length ? c.json({ outcomes }) : c.json({}, 500)
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => app.request(url, init))
  const { sendForm } = await import('./send-form.ts')
  const { openDevice } = await import('../db/device.ts')
  const { leaveEverywhere } = await import('../api/session.ts')
  const stages: FormStage[] = []
  if (isFull) fillDisk()
  const send = () => sendForm({ name: 'contact.send', fields: CONTACT }, (stage) => stages.push(stage))
  const stop = await send()
  // Leave the account, because the sync runner would otherwise continue and use the globals of other tests.
  const leave = () => {
    stop()
    return leaveEverywhere(member ?? 'guest')
  }
  return { stages, leave, send, device: openDevice(member ?? 'guest') }
}

/** Makes every write into a database fail, as on a full disk. */
function fillDisk() {
  for (const way of ['add', 'put'] as const)
    vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('S1-8.4 S1-5.4 a form whose captcha does not count says so, gives no thanks, and can be sent again', async () => {
  const { stages, leave, device } = await openPage(
    [{ state: 'refused', refusal: { code: 'captcha-wrong' } }],
    null,
  )
  await vi.waitFor(() => expect(stages.at(-1)?.at).toBe('writing'), PATIENCE)
  expect(stages.at(-1)).toMatchObject({
    problem: { text: expect.stringMatching(/^Please complete the CAPTCHA/) },
  })
  expect(stages.map(({ at }) => at)).not.toContain('sent')
  expect(pushed).toMatchObject([{ args: { captcha: 'solved' } }])
  await vi.waitFor(async () => expect(await device.outbox.count()).toBe(0), 30_000)
  await leave()
})

test('a character that cannot be read is said to be that, under its field alone', async () => {
  const { sendForm } = await import('./send-form.ts')
  const stages: FormStage[] = []
  const fields = { ...CONTACT, firstName: 'A\u0000da' }
  await sendForm({ name: 'contact.send', fields }, (stage) => stages.push(stage))
  expect(stages.map((stage) => fieldProblem(stage, 'firstName'))).toEqual([
    expect.stringMatching(/^This has a character that cannot be read/),
  ])
  expect(stages.map((stage) => fieldProblem(stage, ''))).toEqual([null])
})

test('S1-8.1 D86 a server that cannot keep a form is no thanks: it stays on the device and is tried again', async () => {
  const { stages, leave, device } = await openPage([])
  await vi.waitFor(() => expect(pushed.length).toBeGreaterThan(0), { timeout: 30_000 })
  await vi.waitFor(
    async () =>
      expect((await device.outbox.toArray()).map(({ state, failures }) => [state, failures > 0])).toEqual([
        ['waiting', true],
      ]),
    PATIENCE,
  )
  expect(new Set(stages.map(({ at }) => at))).toEqual(new Set(['kept']))
  await leave()
})

test('D89 thanks are said when the server has it, and what was sent stays in the activity list', async () => {
  const { stages, leave, device } = await openPage([{ state: 'settled', value: {} }])
  await vi.waitFor(() => expect(stages.at(-1)).toEqual({ at: 'sent' }), PATIENCE)
  expect(pushed).toMatchObject([{ name: 'contact.send', args: { ...CONTACT, captcha: null } }])
  await vi.waitFor(
    async () =>
      expect((await device.settings.get('activity'))?.value).toMatchObject([
        { text: 'Your message was sent.' },
      ]),
    PATIENCE,
  )
  await leave()
})

test('a form of somebody whose session turns out to be over is sent as a guest’s, once, and thanked for', async () => {
  const { stages, leave, device } = await openPage([{ state: 'settled', value: {} }], newId(), true)
  await vi.waitFor(() => expect(stages.at(-1)).toEqual({ at: 'sent' }), { timeout: 30_000 })
  expect(pushed).toMatchObject([{ name: 'contact.send', args: { ...CONTACT, captcha: 'solved' } }])
  expect(await device.outbox.count()).toBe(0)
  await leave()
})

test('S1-5.4 a form that a full device cannot keep is sent at once; where no answer comes, again under the same id', async () => {
  const answers: Answer[] = []
  const { stages, send, leave } = await openPage(answers, newId(), false, true)
  expect(stages).toMatchObject([
    { at: 'writing', problem: { text: expect.stringMatching(/^We could not be reached, and this device/) } },
  ])
  answers.push({ state: 'settled', value: {} })
  await send()
  expect(stages.at(-1)).toEqual({ at: 'sent' })
  expect(pushed.map(({ name }) => name)).toEqual(['contact.send', 'contact.send'])
  expect(new Set(pushed.map(({ id }) => id)).size).toBe(1)
  vi.restoreAllMocks()
  await leave()
})
