import type { FoundCaller } from '../account/caller.ts'

/** What the middlewares leave for the handlers in `c.var`. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address; an IPv6 one is its /64. `test` without a connection. */
    clientAddress: string
    found: FoundCaller
  }
}
