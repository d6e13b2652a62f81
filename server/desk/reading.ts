import type { Result } from '../../sync/result.ts'
import { type Caller, type Capability, can } from '../../sync/roles.ts'
import type { Infer, z } from '../../sync/shape.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'

/** A read of the desk: its capability, the shape of its call, and the function that answers it. */
type Reading<S extends z.core.$ZodType> = {
  capability: Capability
  shape: S
  read: (call: Infer<S>, caller: Caller) => Promise<Result<object>>
}

/**
 * Adds the route of a read of the desk: for callers with its capability, with a well-formed call, up to a limit
 * per minute (D38).
 */
export function reading<S extends z.core.$ZodType>(
  { app, limit }: RouteGroup,
  path: string,
  { capability, shape, read }: Reading<S>,
): void {
  app.post(path, limit('desk', { per: 'caller', max: 600, windowS: 60 }), async (c) => {
    const { caller } = c.var.found
    if (!can(caller, capability))
      return answerRefusal(c, { code: caller.personId ? 'not-allowed' : 'sign-in-first' })
    const call = await readJson(c, shape)
    return call.ok ? answerResult(c, await read(call.value, caller)) : answerRefusal(c, call.refusal)
  })
}
