import { INTENTS, type IntentArgs, type IntentName, isIntentName, UPGRADERS } from '../../sync/intents.ts'
import type { Outcome, PushAnswer, PushedIntent, PushRequest } from '../../sync/protocol.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can, principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/transaction.ts'
import { planted } from '../planted.ts'
import { type Work, work } from '../work.ts'
import { HANDLERS } from './handlers.ts'

/**
 * Settles outbox entries in order (design: Up). An id seen before gets its stored outcome; else shape, capability and
 * verb decide, and effect and outcome are one transaction. A refusal is an outcome; trouble of the server's own is
 * `failed`, changes nothing and is sent again.
 */
export async function settlePush(
  context: Context,
  caller: Caller,
  request: PushRequest,
): Promise<Result<PushAnswer>> {
  const owner = request.account === 'guest' ? caller.guestId : caller.personId === request.account
  if (!owner) return refuse('sign-in-first')
  const outcomes: Outcome[] = []
  for (const intent of request.intents) {
    outcomes.push(await settleIntent(context, caller, { intent, device: request.device }))
  }
  return done({ outcomes })
}

type Pushed = { intent: PushedIntent; device: string }

async function settleIntent(context: Context, caller: Caller, pushed: Pushed): Promise<Outcome> {
  const { intent } = pushed
  const principal = principalOf(caller)
  if (!principal) return { id: intent.id, state: 'refused', refusal: { code: 'sign-in-first' } }
  try {
    const seen = await storedOutcome(context, principal, intent.id)
    if (seen) return seen
    if (isFromNewerApp(intent)) return { id: intent.id, state: 'failed' }
    const read = readIntent(intent, caller)
    const learnt = read.ok ? await before(context, read.value) : done(true)
    // the payment provider did not answer: nothing is decided, the device asks again
    if (!learnt.ok && learnt.refusal.code === 'payments-unreachable')
      return { id: intent.id, state: 'failed' }
    const outcome = await work(context, (inside) =>
      settleOnce(inside, { ...pushed, caller, principal, read: learnt.ok ? read : learnt }),
    )
    await context.fault('intent.after-commit')
    return outcome
  } catch (error) {
    // somebody else settled the same id at the same moment: theirs is the outcome
    if (isUniqueViolation(error)) {
      const theirs = await storedOutcome(context, principal, intent.id)
      if (theirs) return theirs
    }
    context.log.error({ intent: intent.name, err: error }, 'an intent failed')
    return { id: intent.id, state: 'failed' }
  }
}

/** While servers are being updated an app may be ahead of one: it asks again, nothing is decided. */
function isFromNewerApp(intent: PushedIntent): boolean {
  return isIntentName(intent.name) && intent.version > INTENTS[intent.name].version
}

type ReadIntent = { name: IntentName; args: IntentArgs<IntentName> }

/** Name, version, shape and capability, before anything is touched. */
function readIntent(intent: PushedIntent, caller: Caller): Result<ReadIntent> {
  if (!isIntentName(intent.name)) return refuse('unknown-intent')
  const known = INTENTS[intent.name]
  const parsed = known.args.safeParse(upgraded(intent.name, intent.version, intent.args))
  if (!parsed.success) return refuse('bad-shape')
  if (!can(caller, known.capability)) return refuse('not-allowed')
  return done({ name: intent.name, args: parsed.data as IntentArgs<IntentName> })
}

function upgraded(name: IntentName, version: number, args: unknown): unknown {
  let lifted = args
  for (let from = version; from < INTENTS[name].version; from += 1)
    lifted = UPGRADERS[name]?.[from]?.(lifted) ?? lifted
  return lifted
}

async function before(context: Context, { name, args }: ReadIntent): Promise<Result<true>> {
  const handler = HANDLERS[name] as { before?: (context: Context, args: unknown) => Promise<Result<true>> }
  return (await handler.before?.(context, args)) ?? done(true)
}

type Settling = Pushed & { caller: Caller; principal: string; read: Result<ReadIntent> }

async function settleOnce(inside: Work, settling: Settling): Promise<Outcome> {
  const { intent } = settling
  const result = settling.read.ok
    ? await runVerb(inside, settling.caller, settling.read.value)
    : settling.read
  const outcome: Outcome = result.ok
    ? { id: intent.id, state: 'settled', value: result.value }
    : { id: intent.id, state: 'refused', refusal: result.refusal }
  const { tx } = inside
  if (planted('forgotten-outcome')) return outcome
  await tx`
    insert into intent_outcome (id, principal, device, name, outcome)
    values (${intent.id}, ${settling.principal}, ${settling.device}, ${intent.name}, ${tx.json(outcome as never)})`
  return outcome
}

class Undo extends Error {}

/** Runs the verb inside a savepoint: a refusal undoes whatever the verb had begun, and only that. */
async function runVerb(
  inside: Work,
  caller: Caller,
  read: ReadIntent,
): Promise<Result<Record<string, unknown>>> {
  const handler = HANDLERS[read.name] as {
    run: (work: Work, caller: Caller, args: unknown) => Promise<Result<Record<string, unknown>>>
  }
  let result: Result<Record<string, unknown>> = refuse('not-found')
  try {
    await inside.tx.savepoint(async (tx) => {
      result = await handler.run({ ...inside, tx }, caller, read.args)
      if (!result.ok) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return result
}

async function storedOutcome({ sql }: Context, principal: string, id: string): Promise<Outcome | null> {
  const [row] = await sql<{ principal: string; outcome: Outcome }[]>`
    select principal, outcome from intent_outcome where id = ${id}`
  if (!row) return null
  // another caller's id is neither told nor taken over
  return row.principal === principal ? row.outcome : { id, state: 'refused', refusal: { code: 'id-taken' } }
}
