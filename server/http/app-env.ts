import type { RefusalCode } from '../../sync/errors.ts'
import type { FoundCaller } from '../account/caller.ts'

/** What a page carries inline, for the content security policy: the hashes of its styles and of its scripts. */
export type Inlined = { styles: readonly string[]; scripts: readonly string[] }

/** What the middlewares leave for the handlers in `c.var`. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address; an IPv6 one is its /64. `test` without a connection. */
    clientAddress: string
    found: FoundCaller
    /** Why the request was refused, and by which route. */
    refused?: { code: RefusalCode; route: string }
    /** Hashes of what the page that is answered carries inline, where it is not the empty page. */
    inlined?: Inlined
  }
}
