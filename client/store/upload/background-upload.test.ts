import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { PushedIntent } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { appendIntent } from '../outbox.ts'
import { SENT_ANEW } from '../takes.ts'
import { sendInBackground } from './background-upload.ts'

const form = () =>
  ({ name: 'suggestion.send', args: { formId: newId(), handle: '@ada', captcha: null } }) as const
const ask = () => ({ name: 'question.ask', args: { questionId: newId() } }) as const

/** Stubs a server that settles every push and refuses every upload, and returns what it was sent. */
function serve(caller: string | null = null) {
  const pushed: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/files') {
      pushed.push(path)
      return Response.json({ refusal: { code: 'not-allowed' } }, { status: 403 })
    }
    if (path !== '/sync/push') return Response.json({ csrf: null, person: caller && { id: caller } })
    const { intents } = JSON.parse(String(init.body)) as { intents: PushedIntent[] }
    pushed.push(...intents.map(({ name }) => name))
    return Response.json({ outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })) })
  })
  return pushed
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const statesOf = async (account: string) => {
  const rows = await openDevice(account).outbox.orderBy('counter').toArray()
  return rows.map(({ name, state, failures }) => [name, state, failures])
}

test('D44 the service worker leaves a guest’s form to the next page, and sends everything else', async () => {
  const pushed = serve()
  await appendIntent(openDevice('guest'), form())
  await appendIntent(openDevice('guest'), ask())
  expect(await sendInBackground('guest', new AbortController().signal)).toBe(false)
  expect(pushed).toEqual(['question.ask'])
  expect(await statesOf('guest')).toEqual([
    ['suggestion.send', 'waiting', 0],
    ['question.ask', 'settled', 0],
  ])
})

test('a member’s form needs no captcha, so the service worker sends it', async () => {
  const pushed = serve()
  const account = newId()
  await appendIntent(openDevice(account), form())
  expect(await sendInBackground(account, new AbortController().signal)).toBe(true)
  expect(pushed).toEqual(['suggestion.send'])
})

async function queueTake(account: string): Promise<string> {
  const { takes, videos } = openDevice(account)
  const take = {
    ...SENT_ANEW,
    uploadUrl: null,
    id: newId(),
    purpose: 'answer',
    questionId: newId(),
    type: 'video/mp4',
    bytes: 1,
  } as const
  const rest = {
    durationMs: 1,
    sha256: '',
    source: 'recorded',
    recordedAt: 1,
    dueAt: null,
    state: 'queued',
  } as const
  await videos.add({ id: take.id, blob: new Blob(['v']) })
  await takes.add({ ...take, ...rest })
  return take.id
}

test('with a guest or somebody else signed in, the service worker leaves an account’s videos alone', async () => {
  const account = newId()
  const takeId = await queueTake(account)
  for (const caller of [null, newId()]) {
    const pushed = serve(caller)
    expect(await sendInBackground(account, new AbortController().signal)).toBe(true)
    expect(pushed).toEqual([])
  }
  expect((await openDevice(account).takes.get(takeId))?.state).toBe('queued')
})

test('the service worker passes over a video that it cannot read, and is woken again for it', async () => {
  const account = newId()
  const [first, second] = [await queueTake(account), await queueTake(account)]
  const { takes, videos } = openDevice(account)
  await takes.update(first, { dueAt: 1 })
  const shut = {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  }
  videos.hook('reading', (row) => (row.id === first ? { ...row, blob: Object.assign(row.blob, shut) } : row))
  serve(account)
  expect(await sendInBackground(account, new AbortController().signal)).toBe(false)
  expect(await openDevice(account).takes.get(first)).toMatchObject({ state: 'queued', cannotRead: true })
  expect((await openDevice(account).takes.get(second))?.state).toBe('refused')
})

test('its own account’s refusal is final', async () => {
  const account = newId()
  const takeId = await queueTake(account)
  expect(serve(account)).toEqual([])
  await sendInBackground(account, new AbortController().signal)
  expect(await openDevice(account).takes.get(takeId)).toMatchObject({
    state: 'refused',
    refusal: { code: 'not-allowed' },
  })
})

test.each([
  ['none', {}, {}],
  ['two in one', { 'upload-offset': '1, 1' }, {}],
  ['one beyond the file', { 'upload-offset': '9' }, {}],
  ['the one before', { 'upload-offset': '0' }, { 'upload-offset': '0' }],
])(
  'an answer on the way that tells no offset of ours, but %s, sends nothing again and calls nothing sent',
  async (_, of, then) => {
    const account = newId()
    const takeId = await queueTake(account)
    await openDevice(account).takes.update(takeId, { uploadUrl: '/files/1' })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
      if (path !== '/files/1') return Response.json({ csrf: null, person: { id: account } })
      asked.push(method)
      return new Response(null, { headers: method === 'HEAD' ? of : then })
    })
    expect(await sendInBackground(account, new AbortController().signal)).toBe(false)
    expect(asked.length).toBeLessThanOrEqual(2)
    expect((await openDevice(account).takes.get(takeId))?.state).not.toBe('sent')
  },
)

test('a server that does not say who is calling is asked again later', async () => {
  const account = newId()
  await queueTake(account)
  vi.stubGlobal('fetch', async () => Response.json({ error: 'server' }, { status: 503 }))
  await expect(sendInBackground(account, new AbortController().signal)).rejects.toThrow('who is calling')
})
