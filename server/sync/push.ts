import type { RefusalCode } from '../../sync/errors.ts'
import { isIntentName } from '../../sync/intents.ts'
import type { Outcome, PushAnswer, PushedIntent, PushRequest } from '../../sync/protocol.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import { isAskedAgain, mayDecide } from '../account/second-factor/asked-again.ts'
import { isAway } from '../db/reachable.ts'
import { isUniqueViolation, type Last } from '../db/transaction.ts'
import { type TxContext, transact } from '../transact.ts'
import type { Settler } from './handler.ts'
import { isOwnOutbox } from './known.ts'
import { keepOutcomes, storedOutcomes } from './outcomes.ts'
import { isFromNewerApp, type ReadIntent, readIntent, subjectOf } from './read-intent.ts'
import { settleTogether } from './settle-together.ts'

/**
 * Settles outbox entries in order (docs/sync.md). An id seen before gets its stored outcome; otherwise shape,
 * capability and verb decide, and effect and outcome are one transaction. A refusal is an outcome. An error of the
 * server's own is `failed`: it changes nothing, the device sends the entry again, and later entries of the same
 * subject wait, so that they do not overtake it. An unavailable database ends the whole push instead; entries
 * already settled stay settled.
 */
export async function settlePush(
  settler: Settler,
  caller: Caller,
  request: PushRequest,
): Promise<Result<PushAnswer>> {
  if (!isOwnOutbox(caller, request.account)) return refuse('sign-in-first')
  const together = await settleTogether(settler, caller, request)
  if (together) return done({ outcomes: together })
  const outcomes: Outcome[] = []
  const failedSubjects = new Set<string>()
  for (const intent of request.intents) {
    const subject = subjectOf(intent)
    const outcome: Outcome = failedSubjects.has(subject)
      ? { id: intent.id, state: 'failed' }
      : await settleIntent(settler, caller, { intent, device: request.device })
    if (outcome.state === 'failed') failedSubjects.add(subject)
    outcomes.push(outcome)
  }
  return done({ outcomes })
}

type Pushed = { intent: PushedIntent; device: string }

async function settleIntent(settler: Settler, caller: Caller, pushed: Pushed): Promise<Outcome> {
  const { context } = settler
  const { intent } = pushed
  const principal = principalOf(caller)
  if (!principal) return { id: intent.id, state: 'refused', refusal: { code: 'sign-in-first' } }
  try {
    const seen = (await storedOutcomes(context.sql, principal, [intent])).get(intent.id)
    if (seen) return seen
    if (isFromNewerApp(intent)) return { id: intent.id, state: 'failed' }
    const read = readIntent(intent, caller)
    const learnt = read.ok ? await before(settler, caller, read.value) : done(true)
    // the payment provider did not answer, so nothing is decided and the device asks again
    if (!learnt.ok && learnt.refusal.code === 'payments-unreachable')
      return { id: intent.id, state: 'failed' }
    const outcome = await transact(context, (inside, last) =>
      settleOnce(inside, { ...pushed, settler, caller, principal, read: learnt.ok ? read : learnt, last }),
    )
    if (outcome.state === 'refused') sayRefused(settler, caller, [intent.name, outcome.refusal.code])
    else context.log.debug({ intent: nameOf(intent.name), state: outcome.state }, 'an intent came')
    await context.fault('intent.after-commit')
    return outcome
  } catch (error) {
    // another request settled the same id at the same time, so its outcome counts
    if (isUniqueViolation(error)) {
      const theirs = (await storedOutcomes(context.sql, principal, [intent])).get(intent.id)
      if (theirs) return theirs
    }
    if (isAway(error)) throw error
    context.log.error({ intent: intent.name, err: error }, 'an intent failed')
    return { id: intent.id, state: 'failed' }
  }
}

function sayRefused(
  { context, network }: Settler,
  { personId }: Caller,
  [name, code]: [string, RefusalCode],
): void {
  context.log.info({ intent: nameOf(name), code, who: personId, network: network ?? null }, 'refused')
}

/** Returns the intent's name for the log; null for an unknown name, because it can be anything. */
const nameOf = (name: string) => (isIntentName(name) ? name : null)

/** Checks what must hold before the verb's transaction opens. */
async function before(
  { context, handlerOf }: Settler,
  caller: Caller,
  { name, args }: ReadIntent,
): Promise<Result<true>> {
  const seen = isAskedAgain(name, args) ? await mayDecide(context, caller) : done(true)
  if (!seen.ok) return seen
  return (await handlerOf(name).before?.(context, args)) ?? done(true)
}

type Settling = Pushed & {
  settler: Settler
  caller: Caller
  principal: string
  read: Result<ReadIntent>
  last: Last
}

async function settleOnce(inside: TxContext, settling: Settling): Promise<Outcome> {
  const { intent } = settling
  const result = settling.read.ok ? await runVerb(inside, settling, settling.read.value) : settling.read
  const outcome: Outcome = result.ok
    ? { id: intent.id, state: 'settled', value: result.value }
    : { id: intent.id, state: 'refused', refusal: result.refusal }
  // an unreadable entry of a guest is refused the same way each time, so storing its outcome would only waste space
  const isKept = settling.read.ok || settling.caller.personId !== null
  settling.last(keepOutcomes(inside.tx, isKept ? [{ name: intent.name, outcome }] : [], settling))
  return outcome
}

class Undo extends Error {}

/** Runs the verb inside a savepoint, so that a refusal undoes only what the verb has done. */
async function runVerb(
  inside: TxContext,
  { settler, caller }: Settling,
  read: ReadIntent,
): Promise<Result<Record<string, unknown>>> {
  let result: Result<Record<string, unknown>> = refuse('not-found')
  try {
    await inside.tx.savepoint(async (tx) => {
      result = await settler.handlerOf(read.name).run({ ...inside, tx }, caller, read.args)
      if (!result.ok) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return result
}
