import type { IntentArgs, IntentName } from '../../sync/intents.ts'
import type { Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Alone, TxContext } from '../transact.ts'

/** The verb of an intent, and what must be learnt from outside before its transaction opens. */
export type Handler<N extends IntentName> = {
  before?: (context: Context, args: IntentArgs<N>) => Promise<Result<true>>
  run: (work: TxContext, caller: Caller, args: IntentArgs<N>) => Promise<Result<Record<string, unknown>>>
  /** Runs the verb for several intents with different subjects at once. */
  runAll?: (
    work: TxContext,
    caller: Caller,
    args: IntentArgs<N>[],
  ) => Promise<Result<Record<string, unknown>>[]>
  /**
   * Runs the verb for a single intent in one statement. Returns null when something prevents it; then nothing was
   * changed.
   */
  runAlone?: (alone: Alone, caller: Caller, args: IntentArgs<N>) => Promise<Record<string, unknown> | null>
}

/** The dependencies of a push: the server, the verb for each intent and, for the log, the client's network. */
export type Settler = {
  context: Context
  handlerOf: (name: IntentName) => Handler<IntentName>
  network?: string
}
