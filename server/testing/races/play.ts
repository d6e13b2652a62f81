import { randomUUID } from 'node:crypto'
import { statusOfRefusal } from '../../../sync/errors.ts'
import type { IntentName } from '../../../sync/intents.ts'
import type { PushAnswer } from '../../../sync/protocol.ts'
import type { Thing } from '../fixtures/thing.ts'
import { INTENT_ARGS } from '../rights/intent-args.ts'
import { becomeGuest, liveSession, type Send } from '../rights/people.ts'
import { wantsCaptcha } from '../rights/proofs.ts'
import { type Around, pushBody, REQUESTS, type Sent, withCaptcha } from '../rights/requests.ts'
import type { Stage } from '../rights/stage.ts'
import type { Role } from '../rights.ts'

/** What a caller was answered. An intent's refusal counts by its code's status, and any other error as 599. */
export type Told = { status: number; code: string | null }

/** A route or an intent, the thing it is about, and the calling role; `args` replace an intent's usual arguments. */
export type Call = { verb: string; thing: Thing; role: Role; args?: object }

/** Prepares a call from a device of its own, and returns the function that makes it. */
export async function call(stage: Stage, what: Call): Promise<() => Promise<Told>> {
  const send = await sessionOf(stage, what)
  const sent = await requestOf(stage, what)
  return () => told(send, what.verb, sent)
}

/** Prepares two calls of one kind: with `sameWords` both have the same body, otherwise each makes up its own ids. */
export async function twice(
  stage: Stage,
  what: Call,
  sameWords: boolean,
): Promise<[() => Promise<Told>, () => Promise<Told>]> {
  // A captcha can be used only once, so calls that need one never share their body.
  if (!sameWords || wantsCaptcha(what.verb)) return [await call(stage, what), await call(stage, what)]
  const sent = await requestOf(stage, what)
  const [one, other] = [await sessionOf(stage, what), await sessionOf(stage, what)]
  return [() => told(one, what.verb, sent), () => told(other, what.verb, sent)]
}

/** Opens a device of the caller's own for the call. */
async function sessionOf(stage: Stage, { verb, role }: Call): Promise<Send> {
  const { world, people } = stage
  if (role === 'visitor' || role === 'revoked') return stage.send(role)
  if (role in people) return stage.send('revoked', await liveSession(world, people[role as 'fan']))
  if (!verb.startsWith('POST /api/account/')) return stage.send(role)
  const browser = world.browser()
  await becomeGuest(browser, role as 'guest', people)
  return browser.request
}

async function requestOf(stage: Stage, { verb, thing, role, args: given }: Call): Promise<Sent> {
  const { world, people, browsers } = stage
  const device = role in browsers ? browsers[role as 'fan'].device : randomUUID()
  const captcha = wantsCaptcha(verb) ? await world.browser().captcha() : null
  const around: Around = { world, people, role, captcha, device }
  const request = REQUESTS[verb]
  if (request) return withCaptcha(request(thing, around), captcha)
  const account = role in people ? people[role as 'fan'].id : 'guest'
  const args = given ?? INTENT_ARGS[verb as IntentName](thing, role)
  return { path: '/sync/push', body: pushBody({ device, account }, [verb, args]) }
}

async function told(send: Send, verb: string, { path, body, ...rest }: Sent): Promise<Told> {
  const isRoute = verb.includes(' ')
  const [method = ''] = isRoute ? verb.split(' ') : ['POST']
  // A push gets an entry with a fresh id, because two devices with the same words still send entries of their own.
  const own = isRoute ? body : freshEntry(body as ReturnType<typeof pushBody>)
  const answer = await send(path, { method, ...(own && { body: own }), ...rest })
  const text = await answer.text()
  if (isRoute || answer.status !== 200) return { status: answer.status, code: codeIn(text) }
  const [outcome] = (JSON.parse(text) as PushAnswer).outcomes
  if (outcome?.state === 'settled') return { status: 200, code: null }
  if (outcome?.state !== 'refused') return { status: 599, code: null }
  return { status: statusOfRefusal(outcome.refusal.code), code: outcome.refusal.code }
}

function freshEntry(body: ReturnType<typeof pushBody>) {
  return { ...body, intents: body.intents.map((intent) => ({ ...intent, id: randomUUID() })) }
}

function codeIn(text: string): string | null {
  return /"refusal":\{"code":"([\w-]+)"/.exec(text)?.[1] ?? null
}

/** Counts each table's rows, except tables of call counters, outcomes, feeds, provider events and sessions. */
async function rowsOf({ world }: Stage): Promise<Record<string, number>> {
  const { sql } = world.database
  const tables = await sql<{ name: string }[]>`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and table_name not in ('rate_limit', 'password_try', 'intent_outcome', 'feed', 'stripe_event', 'session') order by 1`
  const counts = tables.map(
    ({ name }) => `(select count(*)::int from ${name}) as "${name.replaceAll('"', '')}"`,
  )
  const [row] = await sql.unsafe<Record<string, number>[]>(`select ${counts.join(', ')}`)
  return { ...row }
}

/** Makes two calls and returns what each was told. */
type Run = () => Promise<[first: Told, second: Told]>

/** Returns what two calls led to, in words: what each was told, and by how many rows each table changed. */
export async function outcomeOf(stage: Stage, run: Run): Promise<string> {
  const before = await rowsOf(stage)
  const told = await run()
  const after = await rowsOf(stage)
  const said = told.map(({ status, code }) => (code ? `${status} ${code}` : `${status}`))
  const changed = Object.entries(after).flatMap(([name, count]) => {
    const more = count - (before[name] ?? 0)
    return more === 0 ? [] : [`${name} ${more > 0 ? '+' : ''}${more}`]
  })
  return `${said.join(' and ')}; ${changed.join(', ') || 'no rows'}`
}
