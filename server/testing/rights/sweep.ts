import { randomUUID } from 'node:crypto'
import { statusOfRefusal } from '../../../sync/errors.ts'
import type { IntentName } from '../../../sync/intents.ts'
import type { PushAnswer } from '../../../sync/protocol.ts'
import { CALLS_THAT_RENEW } from '../../account/sessions/renew-session.ts'
import { gatherCanaries } from '../fields/canaries.ts'
import { malformedThing, missingThing, type Thing } from '../fixtures/thing.ts'
import { type Line, ROLES, type Role, statusFor } from '../rights.ts'
import { INTENT_ARGS } from './intent-args.ts'
import { becomeGuest, liveSession, type Send, type ShownSession } from './people.ts'
import { PROOFS, wantsCaptcha } from './proofs.ts'
import { putBack } from './put-back.ts'
import { type Around, pushBody, REQUESTS, type Sent, withCaptcha } from './requests.ts'
import type { Stage } from './stage.ts'

/** One role's call and its answer. `says` is the body without the request's id. */
export type Cell = {
  line: Line
  role: Role
  expected: number
  got: number
  says: string
  headers: string
  /** How many guests, mails, holds, tips and uploads a call made that must make none. */
  made?: number
  /** Whether a refusal lacks the id of its request. */
  isNameless: boolean
}

/** The same call for a missing thing, and for a thing with a malformed name. */
export type Twins = { missing: Cell; malformed: Cell }

export type Swept = { cells: (Cell & Partial<Twins>)[] }

/** Calls that create the thing they name instead of finding it. */
const CREATING = new Set(['POST /api/prepare-ask', 'POST /files', 'draft.save'])
/** Calls that answer the same whatever they name, or that tell the owner something else. */
const INDIFFERENT = new Set([
  'POST /userMedia',
  'POST /api/account/renew-codes',
  'POST /sync/push',
  'POST /api/desk/payments',
  'POST /api/desk/payouts',
  'POST /api/desk/system',
  'POST /api/desk/team',
  'POST /api/desk/find',
  'POST /api/desk/messages',
  'OPTIONS /files/*',
  'GET /files/*',
  'GET /athletes/:username',
])
/** Calls whose thing is a password. They get no twins: checking is slow, and wrong passwords have their own lines. */
const BY_PASSWORD = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/account/change-password',
  'POST /api/account/begin-second-factor',
  'POST /api/account/open-mine',
  'POST /api/account/change-email',
])
/** Calls that hash a password, which is slow. If all roles are let in, only the roles of ONE_OF_A_KIND play them. */
const HASHING = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/account/change-password',
  'POST /api/account/reset-password',
  'POST /api/account/activate',
  'POST /api/account/first-admin',
])
const ONE_OF_A_KIND: readonly Role[] = ['visitor', 'guest2', 'fan', 'athlete2', 'admin']
/** Calls that begin or end a session, and so are not made in the session of all other calls. */
export const OF_SESSIONS = new Set([
  'POST /api/auth/sign-out',
  'POST /api/auth/sign-in/email',
  'POST /api/account/forget-guest',
  'POST /api/account/use-link',
  'POST /api/account/activate',
  'POST /api/account/first-admin',
  'POST /api/account/passkey-sign-in',
])
/** The same calls, and those that give a newly proven user another token for their session. */
export const GIVES_TOKEN = new Set([...OF_SESSIONS, ...CALLS_THAT_RENEW.map((path) => `POST ${path}`)])
/** Calls that leave their thing unchanged. After any other successful call, the thing is put back or made again. */
const READING =
  /^(GET|HEAD|OPTIONS) |\/(view|ask-status|tip-status|shares?|check-discount|media-ticket|questions?|inbox|ratings|audit|find|messages?|creators|codes|system|team|payments|books|figures|my-figures|ledger|book-file|statement-file|receipt-file|pull|known|email|open-mine|mine|look-link|begin-\w+-\w+|begin-passkey|passkey-challenge|pay-again|stripe)$/

/**
 * Plays one line of the table: first with all roles that are refused, on the same thing, then with all others, each
 * on a thing of its own if the call changes it.
 */
export async function sweep(stage: Stage, line: Line, whenRefused: () => Promise<void>): Promise<Swept> {
  const refused = ROLES.filter((role) => statusFor(line, role) >= 400)
  const few = refused.length === 0 && HASHING.has(line[0])
  const allowed = (few ? ONE_OF_A_KIND : ROLES).filter((role) => statusFor(line, role) < 400)
  const cells: Swept['cells'] = []
  for (const role of refused) cells.push(...(await playCells(stage, line, role)))
  await whenRefused()
  for (const role of allowed) cells.push(...(await playCells(stage, line, role)))
  return { cells }
}

/** Plays one cell, or for the role `revoked` one cell for each ended session. */
async function playCells(stage: Stage, line: Line, role: Role): Promise<Swept['cells']> {
  const sessions = role === 'revoked' ? stage.ended : [undefined]
  const cells: Swept['cells'] = []
  for (const session of sessions) cells.push(await playCell(stage, { line, role, session }))
  return cells
}

type Part = { line: Line; role: Role; session?: ShownSession }

async function playCell(stage: Stage, part: Part): Promise<Cell & Partial<Twins>> {
  const [verb, of] = part.line
  const names =
    of !== 'nothing' && !of.startsWith('a new') && !INDIFFERENT.has(verb) && !BY_PASSWORD.has(verb)
  const missing = names && !CREATING.has(verb) && (await play(stage, part, missingThing()))
  const malformed = names && (await play(stage, part, malformedThing()))
  const thing = await stage.thing(of)
  // A person who is disowned loses the address under which their name was heard, so gather canaries first.
  if (verb === 'POST /api/settle-claim') await gatherCanaries(stage, 'public.person')
  const cell = await play(stage, part, thing)
  if (cell.got < 400 && !READING.test(verb)) await putBack(stage, verb, of)
  return { ...cell, ...(missing && { missing }), ...(malformed && { malformed }) }
}

async function play(stage: Stage, { line, role, session }: Part, thing: Thing): Promise<Cell> {
  const [verb] = line
  const cell = { line, role, expected: statusFor(line, role) }
  const mayEnd = OF_SESSIONS.has(verb) && cell.expected < 400
  const send = mayEnd ? await passingBy(stage, role) : stage.send(role, session)
  const around = await aroundOf(stage, verb, role)
  if (verb in INTENT_ARGS) return { ...cell, ...(await pushIntent(send, around, { name: verb, thing })) }
  const request = REQUESTS[verb]
  if (!request) throw new Error(`${verb} has no request`)
  const before = PROOFS[verb] === 'nothing' ? await countCostly(stage) : null
  const answer = await readAnswer(await send(...asInit(verb, request(thing, around), around)))
  if (answer.got < 400) captchas.delete(stage)
  return { ...cell, ...answer, ...(before !== null && { made: (await countCostly(stage)) - before }) }
}

/** Returns the arguments to send a request, with the captcha in its header. */
function asInit(verb: string, sent: Sent, { captcha }: Pick<Around, 'captcha'>) {
  const [method = ''] = verb.split(' ')
  const { path, ...rest } = withCaptcha(sent, captcha)
  return [path, { method, ...rest }] as const
}

/** Counts the rows for which D116 demands a proof. */
export async function countCostly({ world }: Pick<Stage, 'world'>): Promise<number> {
  const [row] = await world.database.sql<{ made: number }[]>`
    select ((select count(*) from guest) + (select count(*) from mail) + (select count(*) from hold)
      + (select count(*) from tip) + (select count(*) from media))::int as made`
  return row?.made ?? 0
}

/** Returns a session that may end: the role's own, in a browser that no other call uses. */
async function passingBy(stage: Stage, role: Role): Promise<Send> {
  const { world, people } = stage
  if (role === 'visitor' || role === 'revoked') return stage.send(role)
  if (role !== 'guest' && role !== 'guest2')
    return stage.send('revoked', await liveSession(world, people[role]))
  const browser = world.browser()
  await becomeGuest(browser, role, people)
  return browser.request
}

async function aroundOf(stage: Stage, verb: string, role: Role): Promise<Around> {
  const { world, people, browsers } = stage
  const known = role === 'visitor' || role === 'revoked' ? null : browsers[role]
  const captcha = wantsCaptcha(verb) ? await unspentCaptcha(stage) : null
  return { world, people, role, captcha, device: known?.device ?? randomUUID() }
}

const captchas = new WeakMap<Stage, string>()

/** Returns a captcha that is solved once and used until a call succeeds, because a refused call does not spend it. */
async function unspentCaptcha(stage: Stage): Promise<string> {
  const solved = captchas.get(stage) ?? (await stage.world.browser().captcha())
  captchas.set(stage, solved)
  return solved
}

type Pushed = { name: string; thing: Thing }

async function pushIntent(send: Send, { people, role, device }: Around, { name, thing }: Pushed) {
  const account = role in people ? people[role as keyof typeof people].id : 'guest'
  const body = pushBody({ account, device }, [name, INTENT_ARGS[name as IntentName](thing, role)])
  const answer = await readAnswer(await send('/sync/push', { method: 'POST', body }))
  if (answer.got !== 200) return answer
  const [outcome] = (JSON.parse(answer.says) as PushAnswer).outcomes
  if (outcome?.state === 'refused') {
    return { ...answer, got: statusOfRefusal(outcome.refusal.code), says: JSON.stringify(outcome.refusal) }
  }
  return { ...answer, got: outcome?.state === 'settled' ? 200 : 599 }
}

const REQUEST_ID = /"requestId":"[^"]+"/

/** Reads an answer to its end; a stream is cancelled instead. */
async function readAnswer(answer: Response): Promise<Pick<Cell, 'got' | 'says' | 'headers' | 'isNameless'>> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  const says = isStream ? '' : withoutPictures(Buffer.from(await answer.arrayBuffer())).toString('latin1')
  const isRefused = answer.status >= 400
  return {
    got: answer.status,
    says: isRefused ? says.replace(REQUEST_ID, '') : says,
    headers,
    isNameless: isRefused && says.includes('"refusal"') && !REQUEST_ID.test(says),
  }
}

/** Returns the body without a PNG's packed pixels or an archive's videos, in which no word can be found. */
function withoutPictures(body: Buffer): Buffer {
  const kind = body.subarray(0, 4).toString('latin1')
  if (kind === 'PK\x03\x04' && body.includes('videos/')) return body.subarray(0, body.indexOf('videos/'))
  const pixels = kind.endsWith('PNG') ? body.indexOf('IDAT') : -1
  return pixels < 0
    ? body
    : Buffer.concat([body.subarray(0, pixels), body.subarray(body.lastIndexOf('IEND'))])
}
