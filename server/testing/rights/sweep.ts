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

/** One role's call, and what came back. `says` is the body without the request's own id. */
export type Cell = {
  line: Line
  role: Role
  expected: number
  got: number
  says: string
  headers: string
  /** How many guests, mails, holds, tips and uploads came of a call that is said to make none. */
  made?: number
  /** A refusal that does not say which request it is of. */
  isNameless: boolean
}

/** The same call for a thing that is not there, and for one that has no proper name. */
export type Twins = { missing: Cell; malformed: Cell }

export type Swept = { cells: (Cell & Partial<Twins>)[] }

/** Whose requests make the thing they name instead of finding it. */
const CREATING = new Set(['POST /api/prepare-ask', 'POST /files', 'draft.save'])
/** What answers the same whatever is named, or tells the owner something else. */
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
/** Where a password is what is named: each takes long to be checked, and wrong ones have their line. */
const BY_PASSWORD = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/account/change-password',
  'POST /api/account/begin-second-factor',
  'POST /api/account/open-mine',
  'POST /api/account/change-email',
])
/** What takes a password to be hashed, and who tells as much of it as everybody where everybody is let in. */
const HASHING = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/account/change-password',
  'POST /api/account/reset-password',
  'POST /api/account/activate',
  'POST /api/account/first-admin',
])
const ONE_OF_A_KIND: readonly Role[] = ['visitor', 'guest2', 'fan', 'athlete2', 'admin']
/** What begins or ends a session: not the one that everything else is asked with. */
export const OF_SESSIONS = new Set([
  'POST /api/auth/sign-out',
  'POST /api/auth/sign-in/email',
  'POST /api/account/forget-guest',
  'POST /api/account/use-link',
  'POST /api/account/activate',
  'POST /api/account/first-admin',
  'POST /api/account/passkey-sign-in',
])
/** The same, and what gives whoever was proven again another token for their session. */
export const GIVES_TOKEN = new Set([...OF_SESSIONS, ...CALLS_THAT_RENEW.map((path) => `POST ${path}`)])
/** What leaves its thing as it was: all but these leave one that a second call would find changed. */
const READING =
  /^(GET|HEAD|OPTIONS) |\/(view|ask-status|tip-status|shares?|check-discount|media-ticket|questions?|inbox|ratings|audit|find|messages?|creators|codes|system|team|payments|books|figures|my-figures|ledger|book-file|statement-file|receipt-file|pull|known|email|open-mine|mine|look-link|begin-\w+-\w+|begin-passkey|passkey-challenge|pay-again|stripe)$/

/**
 * Plays one line of the table: first everybody who is refused, on one and the same thing, then everybody else, each
 * on a thing of their own where the call changes it.
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

/** One cell, or for ended sessions one for each. */
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
  // who is disowned loses the address at which their name was heard
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

/** A request as it is sent, its captcha in the header. */
function asInit(verb: string, sent: Sent, { captcha }: Pick<Around, 'captcha'>) {
  const [method = ''] = verb.split(' ')
  const { path, ...rest } = withCaptcha(sent, captcha)
  return [path, { method, ...rest }] as const
}

/** What D116 asks a proof for, as it stands in the database. */
export async function countCostly({ world }: Pick<Stage, 'world'>): Promise<number> {
  const [row] = await world.database.sql<{ made: number }[]>`
    select ((select count(*) from guest) + (select count(*) from mail) + (select count(*) from hold)
      + (select count(*) from tip) + (select count(*) from media))::int as made`
  return row?.made ?? 0
}

/** A session that may end: its own person's, in a browser nobody else uses. */
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

/** Solved once; a refused call does not spend it. */
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

/** Reads an answer to its end; a stream is let go. */
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

/** Of a drawn picture everything but what is packed, and of an archive its lists: no word can be found in the rest. */
function withoutPictures(body: Buffer): Buffer {
  const kind = body.subarray(0, 4).toString('latin1')
  if (kind === 'PK\x03\x04' && body.includes('videos/')) return body.subarray(0, body.indexOf('videos/'))
  const pixels = kind.endsWith('PNG') ? body.indexOf('IDAT') : -1
  return pixels < 0
    ? body
    : Buffer.concat([body.subarray(0, pixels), body.subarray(body.lastIndexOf('IEND'))])
}
