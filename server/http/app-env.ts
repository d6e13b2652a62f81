import type { RefusalCode } from '../../sync/errors.ts'
import type { FoundCaller } from '../account/caller.ts'
import type { Turn } from '../media/lock/request-queue.ts'

/** The hashes of a page's inline styles and scripts, for the content security policy. */
export type Inlined = { styles: readonly string[]; scripts: readonly string[] }

/** The values that middlewares leave for the handlers in `c.var`. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address; an IPv6 address as its /64. `test` without a connection. */
    clientAddress: string
    found: FoundCaller
    /** How many hits a request counts as, if more than one. */
    weight?: number
    /** The parsed body, once it was found to have the required shape. */
    typed?: unknown
    /** The person a call is about, if only a token identifies them. */
    about?: string
    /** Why the request was refused, and by which route. */
    refused?: { code: RefusalCode; route: string }
    /** The body of an upload as its connection delivers it; absent for a request without a connection. */
    body?: ReadableStream<Uint8Array>
    /** When it is this upload request's turn. */
    turn?: Turn
    /** The hashes of the answered page's inline parts, if it is not the empty page. */
    inlined?: Inlined
  }
}
