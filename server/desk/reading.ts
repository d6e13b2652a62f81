import { done, type Result } from '../../sync/result.ts'
import type { Caller, Capability } from '../../sync/roles.ts'
import type { Infer, z } from '../../sync/shape.ts'
import { answering, requireCapability } from '../http/answering.ts'
import type { RouteGroup } from '../http/routes-of.ts'

type Read<S extends z.core.$ZodType, Answer> = (call: Infer<S>, caller: Caller) => Promise<Answer>

/** What a read answers that is never refused. A result is not one, so that no refusal goes out as an answer. */
type Told = object & { ok?: never }

/**
 * Returns the two functions that add the reads of the desk: for callers with a capability, with a well-formed call,
 * up to a limit per minute (D38).
 */
export function readings({ app, limit }: RouteGroup) {
  /** Adds a read that may be refused. */
  function find<S extends z.core.$ZodType>(
    path: string,
    capability: Capability,
    shape: S,
    read: Read<S, Result<object>>,
  ): void {
    const limited = limit('desk', { per: 'caller', max: 600, windowS: 60 })
    const answer = answering(shape, (call, c) => read(call, c.var.found.caller))
    app.post(path, limited, requireCapability(capability), answer)
  }
  /** Adds a read that is never refused once its caller and its call are. */
  function list<S extends z.core.$ZodType>(
    path: string,
    capability: Capability,
    shape: S,
    read: Read<S, Told>,
  ): void {
    find(path, capability, shape, async (call, caller) => done(await read(call, caller)))
  }
  return { find, list }
}
