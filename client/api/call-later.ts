import type { CallOptions, CallResult } from './call.ts'
import { NOT_LOADED } from './network-error.ts'

/** Makes a GET by `call`, which is loaded with the first use, because most pages already contain what they show. */
export async function callLater<T>(path: string, options?: CallOptions): Promise<CallResult<T>> {
  const loaded = await import('./call.ts').catch(() => null)
  return loaded ? loaded.call<T>(path, undefined, options) : NOT_LOADED
}
