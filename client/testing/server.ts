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

/** What was asked of the server in one call. */
export type Asked = { path: string; query: URLSearchParams; body: unknown; captcha: string | null }
type Reply<Answer> = Answer | Response | Promise<Answer | Response>
type Replier = (asked: Asked) => Reply<unknown>

const repliers = new Map<string, { asked: Asked[]; reply: Replier }>()
const unanswered: string[] = []
/** What the app looks up by itself a while after its start: only a long test, on a slow machine, comes to it. */
const IN_IDLE_TIME = ['GET /api/athletes', 'HEAD /demo/infield.mp4']
let isOffline = false

/**
 * From now on the server answers a call so, or as the function says that is told what was asked; the answer is what has
 * been asked by then, oldest first. A call that no test answered fails the test.
 */
export function answer<Call extends Answered>(
  call: Call,
  reply: Answers[Call] | Response | ((asked: Asked) => Reply<Answers[Call]>),
): Asked[] {
  const asked: Asked[] = []
  const isTold = (given: typeof reply): given is (asked: Asked) => Reply<Answers[Call]> =>
    typeof given === 'function'
  // a body is read once
  const same = () => (reply instanceof Response ? reply.clone() : reply)
  repliers.set(PATHS[call], { asked, reply: isTold(reply) ? reply : same })
  return asked
}

/** From now on the server answers so for a file, whatever of it is asked for. */
export function answerFile(path: string, status: number): void {
  repliers.set(path, { asked: [], reply: () => new Response(null, { status }) })
}

/** An expected "no", as the server says it. */
export function refused(code: RefusalCode, detail?: Refusal['detail']): Response {
  const refusal: Refusal = detail ? { code, detail } : { code }
  return Response.json({ refusal }, { status: statusOfRefusal(code) })
}

/** The network goes: nothing is reached, and the browser knows it. */
export function goOffline(): void {
  isOffline = true
  window.dispatchEvent(new Event('offline'))
}

export function goOnline(): void {
  isOffline = false
  window.dispatchEvent(new Event('online'))
}

/** Takes whatever is pushed, and answers every intent with what a verb answers that did it. */
export function settleEverything(): Asked[] {
  return answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    return { outcomes: intents.map(({ id }) => ({ id, state: 'settled', value: {} })) }
  })
}

type Replicated = { [C in CollectionName]?: readonly Documents[C][] }

/** Replicates these documents to whoever is signed in. */
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

/** Tells whoever listens that a collection has changed, so that it is pulled once more. */
export function tellChanged(collection: CollectionName): void {
  const data = JSON.stringify({ collection })
  for (const stream of streams) stream.dispatchEvent(new MessageEvent('changed', { data }))
}

/** Tells whoever listens to look at everything, as at the beginning of a connection. */
export function tellReady(): void {
  for (const stream of streams) stream.dispatchEvent(new MessageEvent('ready', { data: '{}' }))
}

/** The names of what was pushed by then. */
export function pushedNames(pushes: Asked[]): string[] {
  return pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name }) => name))
}

/** Takes the place of the network, with a visitor whom the server does not know. */
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

/** The calls that no test has answered since the server was started. */
export function callsUnanswered(): readonly string[] {
  return unanswered
}

/** Whom the server does not know, on a server whose payments run on the stand-in. */
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

/** A stream on which only `tellChanged` and `tellReady` say anything. */
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

/** A puzzle that is solved at once. */
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
