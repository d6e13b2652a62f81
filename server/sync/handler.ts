import type { IntentArgs, IntentName } from '../../sync/intents.ts'
import type { Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Alone, TxContext } from '../transact.ts'

/** An intent's verb, and what must be learnt from outside before its transaction opens. */
export type Handler<N extends IntentName> = {
  before?: (context: Context, args: IntentArgs<N>) => Promise<Result<true>>
  run: (work: TxContext, caller: Caller, args: IntentArgs<N>) => Promise<Result<Record<string, unknown>>>
  /** The same for several intents of different subjects at once. */
  runAll?: (
    work: TxContext,
    caller: Caller,
    args: IntentArgs<N>[],
  ) => Promise<Result<Record<string, unknown>>[]>
  /** The same for one that comes alone, in one statement; null: something stands against it, and nothing was changed. */
  runAlone?: (alone: Alone, caller: Caller, args: IntentArgs<N>) => Promise<Record<string, unknown> | null>
}

/** What a push needs to settle its entries: the server, the verb of each intent, and for the log the network it came from. */
export type Settler = {
  context: Context
  handlerOf: (name: IntentName) => Handler<IntentName>
  network?: string
}
