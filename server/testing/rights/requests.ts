import { randomUUID } from 'node:crypto'
import { HEADERS } from '../../../sync/paths.ts'
import { PROTOCOL } from '../../../sync/protocol.ts'
import { askOf } from '../actors.ts'
import { about, DESK_REQUESTS } from '../desk/requests.ts'
import { NEWS } from '../fixtures/desk-things.ts'
import { AMOUNT_CENTS, type Thing } from '../fixtures/thing.ts'
import { ticketed } from '../fixtures/ticketed.ts'
import { ROLES, ROUTE_LINES, type Role } from '../rights.ts'
import type { World } from '../world.ts'
import { ACCOUNT_REQUESTS } from './account-requests.ts'
import { MONEY_REQUESTS } from './money-requests.ts'
import { askerOf, type People } from './people.ts'
import { creationHeaders } from './wire.ts'

/** A request without its method and cookies. */
export type Sent = {
  path: string
  body?: object
  headers?: Record<string, string>
  raw?: Uint8Array<ArrayBuffer>
}

/** What a request needs besides the thing it names. */
export type Around = {
  world: World
  people: People
  role: Role
  captcha: string | null
  device: string
}

export type Request = (thing: Thing, around: Around) => Sent

const plain = (path: string) => () => ({ path })
export const STAGE_CODE = 'CNR-discount-9f2'
const tus = { 'tus-resumable': '1.0.0' }
const card = { number: '4242424242424242', exp: '12/34', cvc: '123' }
const encoded = encodeURIComponent

const BROKEN = {
  kind: 'error',
  name: 'TypeError',
  message: 'lanes is not iterable',
  frames: ['draw app-BrgIOeG.js:1:2345'],
  build: 'index-BrgIOeG.js',
  engine: 'firefox',
}

/** The GET routes without parameters. */
const PLAIN = ROUTE_LINES.map(([verb]) => verb).filter((verb) => /^GET [^:*{]+$/.test(verb))

/** A well-formed request for every route, as the app sends it. */
export const REQUESTS: Record<string, Request> = {
  ...Object.fromEntries(PLAIN.map((verb) => [verb, plain(verb.slice(4))])),
  ...ACCOUNT_REQUESTS,
  ...DESK_REQUESTS,
  ...MONEY_REQUESTS,
  'POST /api/browser-error': () => ({ path: '/api/browser-error', body: BROKEN }),
  'POST /api/profile-view': ({ athleteId }) => ({ path: '/api/profile-view', body: { athleteId } }),
  'GET /api/athletes': plain('/api/athletes?q=cnr'),
  'GET /api/athletes/:username': ({ username }) => ({ path: `/api/athletes/${encoded(username)}` }),
  'POST /api/prepare-ask': (thing, around) => ({
    path: '/api/prepare-ask',
    body: preparation(thing, around),
    headers: { [HEADERS.zone]: zoneOfAsk(around.role) },
  }),
  'POST /api/check-discount': ({ questionId }) => ({
    path: '/api/check-discount',
    body: { code: STAGE_CODE, questionId },
  }),
  'POST /api/ask-status': ({ questionId }) => ({ path: '/api/ask-status', body: { questionId } }),
  'POST /api/correct-email': ({ questionId, email }) => ({
    path: '/api/correct-email',
    body: { questionId, email },
  }),
  'POST /api/claims': () => ({ path: '/api/claims', body: {} }),
  'POST /api/settle-claim': ({ questionId }) => ({
    path: '/api/settle-claim',
    body: { questionId, mine: false },
  }),
  'POST /api/view': ({ token }) => ({ path: '/api/view', body: { token } }),
  'POST /api/check-existing-user': ({ athleteId }, { role }) => ({
    path: '/api/check-existing-user',
    body: { ...documentedAsker(role), responderUuid: athleteId },
  }),
  'POST /api/create-payment-intent': ({ athleteId, email }) => ({
    path: '/api/create-payment-intent',
    body: { amount: AMOUNT_CENTS, currency: 'usd', capture_method: 'manual', email, athlete_id: athleteId },
  }),
  'POST /api/cancel-payment-intent': ({ holdId }) => ({
    path: '/api/cancel-payment-intent',
    body: { paymentIntentId: holdId },
  }),
  'POST /api/send-request': (thing) => ({ path: '/api/send-request', body: documentedRequest(thing) }),
  'POST /api/submit-response': ({ questionId, videoId }) => ({
    path: '/api/submit-response',
    body: {
      selectedSubmission: JSON.stringify({ message_id: questionId }),
      athleteName: 'x',
      videoPath: videoId,
    },
  }),
  'POST /api/media-ticket': ({ videoId }) => ({ path: '/api/media-ticket', body: { videoId } }),
  'POST /sync/push': ({ questionId, email }, { people, device }) => ({
    path: '/sync/push',
    body: pushBody({ device, account: email.startsWith('cnr.guest') ? 'guest' : people.fan.id }, [
      'question.cancel',
      { questionId },
    ]),
  }),
  'POST /sync/known': (_, { people, device }) => ({
    path: '/sync/known',
    body: { account: people.fan.id, ids: [device] },
  }),
  'POST /sync/pull': () => ({
    path: '/sync/pull',
    body: { protocol: PROTOCOL, collection: 'questions', checkpoint: null, limit: 1_000 },
  }),
  'GET /sync/stream': plain(`/sync/stream?protocol=${PROTOCOL}`),
  'OPTIONS /files': plain('/files'),
  'OPTIONS /files/*': ({ uploadId }) => ({ path: `/files/${encoded(uploadId)}` }),
  'GET /files': () => ({ path: '/files', headers: tus }),
  'GET /files/*': onUpload,
  'HEAD /files/*': onUpload,
  'POST /files': (thing) => ({ path: '/files', headers: creation(thing) }),
  'PATCH /files': () => ({ path: '/files', headers: tus }),
  'PATCH /files/*': (thing) => ({
    ...onUpload(thing),
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    raw: new Uint8Array([1]),
  }),
  'DELETE /files': () => ({ path: '/files', headers: tus }),
  'DELETE /files/*': onUpload,
  'GET /media/:id': (thing, around) => ({ path: ticketed('/media/', thing, around) }),
  'HEAD /media/:id': (thing, around) => ({ path: ticketed('/media/', thing, around) }),
  'GET /api/video-picture/:id': ({ videoId }) => ({ path: `/api/video-picture/${encoded(videoId)}` }),
  'GET /player/:id': (thing, around) => ({ path: ticketed('/player/', thing, around) }),
  'POST /api/webhooks/stripe': ({ signature }) => ({
    path: '/api/webhooks/stripe',
    body: NEWS,
    headers: { 'stripe-signature': signature },
  }),
  'POST /dev/stripe/browser/confirm': ({ clientSecret }) => ({
    path: '/dev/stripe/browser/confirm',
    body: { clientSecret, card },
  }),
  'POST /dev/stripe/browser/authenticate': ({ clientSecret }) => ({
    path: '/dev/stripe/browser/authenticate',
    body: { clientSecret, outcome: 'pass' },
  }),
  'POST /dev/stripe': () => ({
    path: '/dev/stripe',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: new TextEncoder().encode('act=webhooks&delaySeconds=0&duplicates=0'),
  }),
  'POST /dev/stripe/browser/act': () => ({
    path: '/dev/stripe/browser/act',
    body: { act: 'webhooks', delaySeconds: 0, duplicates: 0 },
  }),
  'GET /dev/mail/:id': ({ videoId }) => ({ path: `/dev/mail/${encoded(videoId)}` }),
  'POST /test/clock': () => ({ path: '/test/clock', body: { advanceMs: 0 } }),
  'POST /test/quiesce': () => ({ path: '/test/quiesce', body: {} }),
  'GET /:part{sitemap-[0-9]+\\.xml}': plain('/sitemap-1.xml'),
  'GET /ask/:username/card.png': ({ username }) => ({ path: `/ask/${encoded(username)}/card.png` }),
  'GET /athletes/:username': ({ username }) => ({ path: `/athletes/${encoded(username)}` }),
  'GET /ask/:username': ({ username }) => ({ path: `/ask/${encoded(username)}` }),
  'GET /request/:username': ({ username }) => ({ path: `/request/${encoded(username)}` }),
  'GET /view/:token': ({ token }) => ({ path: `/view/${encoded(token)}` }),
  'GET /dashboard/*': plain('/dashboard/earnings'),
  'GET /admin/*': plain('/admin/requests'),
  'GET /*': plain('/nothing/here'),
}

/** Returns the request with a solved captcha in its header. */
export function withCaptcha({ headers, ...sent }: Sent, captcha: string | null): Sent {
  return { ...sent, headers: { ...headers, ...(captcha && { [HEADERS.captcha]: captcha }) } }
}

/** Returns a push of one intent with a fresh id. */
export function pushBody(from: { device: string; account: string }, [name, args]: [string, object]) {
  return { ...from, intents: [{ id: randomUUID(), name, version: 1, args }] }
}

function onUpload({ uploadId }: Thing): Sent {
  return { path: `/files/${encoded(uploadId)}`, headers: tus }
}

/** Returns the headers that create an upload: an answer's if the thing is a question, otherwise a question's. */
function creation({ uploadId, questionId, token }: Thing): Record<string, string> {
  const isQuestion = token !== 'A'.repeat(43)
  return isQuestion
    ? creationHeaders(randomUUID(), { purpose: 'answer', questionId })
    : creationHeaders(uploadId)
}

/** A time zone for each role's ask, none of which is a person's. */
const ASK_ZONES =
  'Lima Bogota Caracas Chicago Denver Halifax Havana Jamaica Managua Montreal Panama Phoenix'.split(' ')
const zoneOfAsk = (role: Role) => `America/${ASK_ZONES[ROLES.indexOf(role)]}`

function preparation({ questionId, athleteId }: Thing, { people, role, captcha }: Around): object {
  const words = { subject: `${role} canary subject 0`, text: `${role} canary text 0` }
  const ask = { questionId, athleteId, ...words, asker: askerOf(role), amountCents: AMOUNT_CENTS }
  return { ask: askOf(people, ask), captcha }
}

function documentedAsker(role: Role) {
  const { birthDate, countryCode, ...asker } = askerOf(role)
  return { ...asker, dob: birthDate, country: countryCode }
}

function documentedRequest({ conversationId, requesterUuid, athleteId, holdId, questionId }: Thing): object {
  return {
    conversationId,
    senderId: requesterUuid,
    receiverId: athleteId,
    subject: `canary sent subject ${about(questionId)}`,
    messageType: 'text',
    message: `canary sent text ${about(questionId)}`,
    paymentIntentId: holdId,
    paymentAmount: AMOUNT_CENTS / 100,
  }
}
