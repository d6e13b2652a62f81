import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { PushedIntent } from '../../sync/protocol.ts'
import { openDevice } from '../store/device.ts'
import { newId } from '../store/new-id.ts'
import { appendIntent } from '../store/outbox.ts'
import { sendInBackground } from './background-upload.ts'

const form = () =>
  ({ name: 'suggestion.send', args: { formId: newId(), handle: '@ada', captcha: null } }) as const
const ask = () => ({ name: 'question.ask', args: { questionId: newId() } }) as const

/** A server that settles every push, and tells what it was sent. */
function serve() {
  const pushed: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/sync/push') return Response.json({ csrf: null })
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
