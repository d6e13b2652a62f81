import type { Context as Call, Handler, MiddlewareHandler } from 'hono'
import type { Result } from '../../sync/result.ts'
import { type Caller, type Capability, can } from '../../sync/roles.ts'
import type { Infer, z } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'
import type { AppEnv } from './app-env.ts'
import { readJson } from './body.ts'
import { answerRefusal, answerResult } from './refusal-response.ts'

/**
 * Returns the handler of a call: it reads the arguments in their shape, and answers with what `run` makes of them.
 * Refuses what `readJson` refuses, before `run`, and what `run` refuses.
 */
export function answering<S extends z.core.$ZodType>(
  shape: S,
  run: (args: Infer<S>, c: Call<AppEnv>) => Promise<Result<object>>,
): Handler<AppEnv> {
  return async (c) => {
    const call = await readJson(c, shape)
    return call.ok ? answerResult(c, await run(call.value, c)) : answerRefusal(c, call.refusal)
  }
}

/**
 * Returns the handler of a call like `answering`, but runs the verb in one transaction, which a refusal rolls back.
 * The verb runs again when the transaction is tried again.
 */
export function transacting<S extends z.core.$ZodType>(
  context: Context,
  shape: S,
  verb: (work: TxContext, caller: Caller, args: Infer<S>, c: Call<AppEnv>) => Promise<Result<object>>,
): Handler<AppEnv> {
  return answering(shape, (args, c) =>
    transactOrRefuse(context, (work) => verb(work, c.var.found.caller, args, c)),
  )
}

/** Refuses `sign-in-first` to a caller who is not signed in, before anything of the call is read. */
export const signInFirst: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.found.caller.personId ? next() : answerRefusal(c, { code: 'sign-in-first' })

/**
 * Refuses a caller without a capability, before anything of the call is read: `not-allowed` if they are signed in,
 * `sign-in-first` if not.
 */
export function requireCapability(capability: Capability): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { caller } = c.var.found
    if (can(caller, capability)) return next()
    return answerRefusal(c, { code: caller.personId ? 'not-allowed' : 'sign-in-first' })
  }
}
