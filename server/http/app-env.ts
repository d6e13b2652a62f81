import type { RefusalCode } from '../../sync/errors.ts'
import type { FoundCaller } from '../account/caller.ts'
import type { Turn } from '../media/lock/request-queue.ts'

/** What a page carries inline, for the content security policy: the hashes of its styles and of its scripts. */
export type Inlined = { styles: readonly string[]; scripts: readonly string[] }

/** What the middlewares leave for the handlers in `c.var`. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address; an IPv6 one is its /64. `test` without a connection. */
    clientAddress: string
    found: FoundCaller
    /** For how many hits a request counts, where it is more than one. */
    weight?: number
    /** What was sent, once it was found to be in the shape asked for. */
    typed?: unknown
    /** Whom a call is about that says it with a token alone. */
    about?: string
    /** Why the request was refused, and by which route. */
    refused?: { code: RefusalCode; route: string }
    /** The body of an upload, as far as its connection brings it; absent for a request that came by none. */
    body?: ReadableStream<Uint8Array>
    /** When it is the turn of a request for an upload. */
    turn?: Turn
    /** Hashes of what the page that is answered carries inline, where it is not the empty page. */
    inlined?: Inlined
  }
}
