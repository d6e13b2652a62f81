import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/sha'
import type { CollectionName, Documents } from '../../sync/collections.ts'
import { type RefusalCode, statusOfRefusal } from '../../sync/errors.ts'
import { HEADERS } from '../../sync/paths.ts'
import {
  PROTOCOL,
  type PullAnswer,
  type PullRequest,
  type PushAnswer,
  type PushRequest,
} from '../../sync/protocol.ts'
import type { Refusal } from '../../sync/result.ts'
import { type Answered, type Answers, PATHS } from './answers.ts'

/** One request to the server. */
export type Asked = { path: string; query: URLSearchParams; body: unknown; captcha: string | null }
type Reply<Answer> = Answer | Response | Promise<Answer | Response>
type Replier = (asked: Asked) => Reply<unknown>

const repliers = new Map<string, { asked: Asked[]; reply: Replier }>()
const unanswered: string[] = []
/** Requests that the app makes by itself some time after its start, which only long tests on a slow machine reach. */
const IN_IDLE_TIME = ['GET /api/athletes', 'HEAD /demo/infield.mp4']
let isOffline = false

/**
 * Sets the server's answer to a call: a value, or a function of the request. Returns the list of requests made so
 * far, oldest first, which grows. A test fails when it makes a call that it did not answer.
 */
export function answer<Call extends Answered>(
  call: Call,
  reply: Answers[Call] | Response | ((asked: Asked) => Reply<Answers[Call]>),
): Asked[] {
  const asked: Asked[] = []
  const isTold = (given: typeof reply): given is (asked: Asked) => Reply<Answers[Call]> =>
    typeof given === 'function'
  // Clone the response, because a body can be read only once.
  const same = () => (reply instanceof Response ? reply.clone() : reply)
  repliers.set(PATHS[call], { asked, reply: isTold(reply) ? reply : same })
  return asked
}

/** Sets the status of every request for a file. */
export function answerFile(path: string, status: number): void {
  repliers.set(path, { asked: [], reply: () => new Response(null, { status }) })
}

/** Returns a refusal as the server sends it. */
export function refused(code: RefusalCode, detail?: Refusal['detail']): Response {
  const refusal: Refusal = detail ? { code, detail } : { code }
  return Response.json({ refusal }, { status: statusOfRefusal(code) })
}

/** Cuts the network: requests fail, and the browser reports that it is offline. */
export function goOffline(): void {
  isOffline = true
  window.dispatchEvent(new Event('offline'))
}

export function goOnline(): void {
  isOffline = false
  window.dispatchEvent(new Event('online'))
}

/** Accepts every push and settles every intent, each with an empty value. */
export function settleEverything(): Asked[] {
  return answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    return { outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })) }
  })
}

/** Answers every intent with a refusal. */
export function refuseEverything(code: RefusalCode): Asked[] {
  return answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    return { outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal: { code } })) }
  })
}

type Replicated = { [C in CollectionName]?: readonly Documents[C][] }

/** Replicates these documents to the signed-in user. */
export function replicate(documents: Replicated): Asked[] {
  return answer('pull', ({ body }): PullAnswer => {
    const rows = documents[(body as PullRequest).collection] ?? []
    return {
      documents: rows.map((row) => ({ ...row, _deleted: false })),
      checkpoint: { epoch: VISITOR.epoch, rev: '1', id: '' },
      restart: false,
    }
  })
}

/** Sends the `changed` event of a collection on all streams, so that clients pull it again. */
export function tellChanged(collection: CollectionName): void {
  const data = JSON.stringify({ collection })
  for (const stream of streams) stream.dispatchEvent(new MessageEvent('changed', { data }))
}

/** Sends the `ready` event on all streams, as at the start of a connection. */
export function tellReady(): void {
  for (const stream of streams) stream.dispatchEvent(new MessageEvent('ready', { data: '{}' }))
}

/** Returns the names of the intents pushed so far. */
export function pushedNames(pushes: Asked[]): string[] {
  return pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name }) => name))
}

/** Replaces the network with a fake server that does not know the visitor. */
export function startServer(): void {
  repliers.clear()
  unanswered.length = 0
  isOffline = false
  globalThis.fetch = fetchAnswered
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline })
  globalThis.EventSource = QuietStream as unknown as typeof EventSource
  answer('health', {})
  answer('session', VISITOR)
  answer('captcha', easyChallenge)
  answer('profileView', {})
  answer('claims', { claims: [], hasAccount: true, more: false })
}

/** Returns the calls since `startServer` that no test answered. */
export function callsUnanswered(): readonly string[] {
  return unanswered
}

/** The session of a visitor whom the server does not know. Payments run on the stand-in. */
export const VISITOR: Answers['session'] = {
  person: null,
  guest: false,
  csrf: null,
  payments: { mode: 'stand-in' },
  vapidPublicKey: '',
  supportEmail: 'team@infield.test',
  canConvert: false,
  now: Date.now(),
  epoch: 'one',
  protocol: PROTOCOL,
}

const streams = new Set<EventTarget>()

/** A stream on which only `tellChanged` and `tellReady` send events. */
class QuietStream extends EventTarget {
  readonly readyState = 0

  constructor() {
    super()
    streams.add(this)
  }

  close(): void {
    streams.delete(this)
  }
}

async function fetchAnswered(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (isOffline) throw new TypeError('there is no network')
  const url = new URL(input instanceof Request ? input.url : input, location.origin)
  const found = repliers.get(url.pathname) ?? [...repliers].find(([path]) => isBelow(url.pathname, path))?.[1]
  if (!found) {
    const call = `${init?.method ?? 'GET'} ${url.pathname}`
    if (!IN_IDLE_TIME.includes(call)) unanswered.push(call)
    throw new TypeError(`no test answers ${url.pathname}`)
  }
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
  const captcha = new Headers(init?.headers).get(HEADERS.captcha)
  const asked: Asked = { path: url.pathname, query: url.searchParams, body, captcha }
  found.asked.push(asked)
  const reply = await found.reply(asked)
  return reply instanceof Response ? reply : Response.json(reply)
}

const isBelow = (path: string, call: string) => call.endsWith('/') && path.startsWith(call)

/** Creates a captcha challenge that can be solved at once. */
function easyChallenge(): Promise<unknown> {
  return createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: 3,
    deriveKey,
    hmacSignatureSecret: 'secret',
    hmacKeySignatureSecret: 'secret',
  })
}
