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
 * Returns whether an intent comes from a newer app, by its version or by a name that this server does not know yet.
 * During a rolling update nothing is decided about it and the app asks again. A name in no valid form does not come
 * from an app.
 */
export function isFromNewerApp({ name, version }: PushedIntent): boolean {
  return isIntentName(name) ? version > INTENTS[name].version : INTENT_NAME.test(name)
}

/** Returns the subject in whose order the device keeps an entry; an entry without one is its own subject. */
export function subjectOf({ id, name, args }: PushedIntent): string {
  const subject = isIntentName(name)
    ? (args as Record<string, unknown> | null)?.[INTENTS[name].subject]
    : null
  return typeof subject === 'string' ? subject : id
}

/** An entry whose name, shape and capability were checked. */
export type ReadIntent = { name: IntentName; args: IntentArgs<IntentName> }

/** Checks name, version, shape and capability before anything is touched. */
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
