import {
  INTENT_NAME,
  INTENTS,
  type IntentArgs,
  type IntentName,
  isIntentName,
  UPGRADERS,
} from '../../sync/intents.ts'
import type { PushedIntent } from '../../sync/protocol.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'

/**
 * While servers are being updated an app may be ahead of one, by a version or by a whole intent: it asks again, nothing
 * is decided. A name that no app would give is nobody's.
 */
export function isFromNewerApp({ name, version }: PushedIntent): boolean {
  return isIntentName(name) ? version > INTENTS[name].version : INTENT_NAME.test(name)
}

/** In whose order an entry is kept, as its device has it; one that names none is its own. */
export function subjectOf({ id, name, args }: PushedIntent): string {
  const subject = isIntentName(name)
    ? (args as Record<string, unknown> | null)?.[INTENTS[name].subject]
    : null
  return typeof subject === 'string' ? subject : id
}

/** An entry whose name, shape and right were found good. */
export type ReadIntent = { name: IntentName; args: IntentArgs<IntentName> }

/** Name, version, shape and capability, before anything is touched. */
export function readIntent(intent: PushedIntent, caller: Caller): Result<ReadIntent> {
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
