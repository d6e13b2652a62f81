import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '../../sync/limits.ts'
import { VISITOR } from '../../sync/roles.ts'
import { z } from '../../sync/shape.ts'
import type { AppEnv } from './app-env.ts'
import { readJson, readText } from './body.ts'
import { answerRefusal, answerResult } from './refusal-response.ts'

const shape = z.strictObject({ text: z.string(), more: z.optional(z.unknown()) })

const app = new Hono<AppEnv>()
app.use(async (c, next) => {
  const personId = c.req.header('x-person')
  if (personId)
    c.set('found', { caller: { ...VISITOR, role: 'basic', personId } } as AppEnv['Variables']['found'])
  await next()
})
app.post('/', async (c) => answerResult(c, await readJson(c, shape)))

async function post(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const answer = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const { refusal } = (await answer.json()) as { refusal?: { code: string; detail?: unknown } }
  return { status: answer.status, code: refusal?.code, detail: refusal?.detail }
}

const nested = (depth: number) => `{"text":"","more":${'['.repeat(depth)}${']'.repeat(depth)}}`

function inChunks(size: number, count: number): ReadableStream {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent++ === count) controller.close()
      else controller.enqueue(new Uint8Array(size).fill(32))
    },
  })
}

describe('what a call may send', () => {
  test('JSON in the shape asked for', async () => {
    expect(await post('{"text":"héllo 🏃"}')).toMatchObject({ status: 200 })
    expect(await post(nested(40))).toMatchObject({ status: 200 })
    expect(await post(`${JSON.stringify({ text: 'x' })}${' '.repeat(1_000)}`)).toMatchObject({ status: 200 })
  })

  test.each<[string, RequestInit['body']]>([
    ['nothing', null],
    ['an empty text', ''],
    ['half a document', '{"text":'],
    ['trailing garbage', '{"text":"x"} x'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from('{"text":"x"}', 'utf16le'))],
    ['a raw NUL', '{"text":"a\0b"}'],
    ['an escaped NUL', '{"text":"a\\u0000b"}'],
    ['a NUL in a key', '{"text":"","more":{"a\\u0000":1}}'],
    ['half a surrogate pair', '{"text":"\\ud800"}'],
    ['the key __proto__', '{"text":"","__proto__":{"role":"admin"}}'],
    ['the key __proto__ further down', '{"text":"","more":[{"__proto__":{}}]}'],
    ['depth 51', nested(51)],
    ['depth 20,000', nested(20_000)],
    ['NaN', '{"text":NaN}'],
  ])('%s is bad JSON', async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: 'bad-json' })
  })

  test.each<[string, string]>([
    ['null', 'null'],
    ['a number', '5'],
    ['an array', '[{"text":"x"}]'],
    ['another type', '{"text":{"$gt":""}}'],
    ['an unknown key', '{"text":"x","role":"admin"}'],
  ])('%s is a bad shape', async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: 'bad-shape' })
  })

  test('the field in question is named', async () => {
    expect(await post('{"text":1}')).toMatchObject({ detail: { field: 'text' } })
  })

  test('nothing on the prototype is touched', async () => {
    await post('{"text":"","__proto__":{"polluted":true}}')
    expect(({} as { polluted?: true }).polluted).toBeUndefined()
  })

  test('at most 64 KiB, told or not, in one piece or many', async () => {
    const fits = JSON.stringify({ text: 'x'.repeat(LIMITS.requestBytes - 11) })
    expect(Buffer.byteLength(fits)).toBe(LIMITS.requestBytes)
    expect(await post(fits)).toMatchObject({ status: 200 })
    expect(await post(`${fits} `)).toMatchObject({ status: 413, code: 'too-large' })
    expect(await post('{}', { 'content-length': '99999999' })).toMatchObject({ status: 413 })
    expect(await post(inChunks(16_384, 1_000_000))).toMatchObject({ status: 413, code: 'too-large' })
  })
})

/** A body that is begun and never ends. */
const isHeld = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10).fill(32)),
    pull: () => new Promise(() => {}),
  })

describe('a call’s body that never ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is waited for no longer than half a minute', async () => {
    const answer = vi.fn()
    const held = post(isHeld()).then(answer)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(answer).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await held
    // A refusal that passes: the outbox of a device that slept meanwhile sends it again.
    const again = { status: 429, code: 'too-many-requests', detail: { retryAfterS: 5 } }
    expect(answer).toHaveBeenCalledWith(expect.objectContaining(again))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('gives way to a stranger’s that comes whole, and never an account’s', async () => {
    const own = vi.fn()
    const ofAccount = post(isHeld(), { 'x-person': 'one' }).then(own)
    const held = Array.from({ length: 1_001 }, () => post(isHeld()))
    expect(await held[0]).toMatchObject({ status: 429, detail: { retryAfterS: 5 } })
    expect(await post('{"text":"x"}')).toMatchObject({ status: 200 })
    expect(own).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([...held, ofAccount])
  })
})

describe('a body that is read as text', () => {
  const slow = new Hono<AppEnv>()
  slow.post('/', async (c) => {
    const read = await readText(c, { maxBytes: 100, withinMs: 200 })
    return read.ok ? c.text(read.value) : answerRefusal(c, read.refusal)
  })
  const send = (body: RequestInit['body']) =>
    slow.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit)

  test('is there in time', async () => {
    expect(await (await send('héllo 🏃')).text()).toBe('héllo 🏃')
    expect((await send(inChunks(50, 3))).status).toBe(413)
  })

  test('that never ends is waited for no longer than it may take', async () => {
    const answer = await send(isHeld())
    expect([answer.status, await answer.json()]).toEqual([400, { refusal: { code: 'bad-json' } }])
  })
})
