import type { RefusalCode } from './errors.ts'

/** An expected "no": a code of the catalogue, and the details that its sentence may need. */
export type Refusal = { code: RefusalCode; detail?: Record<string, string | number> }

/** The result of a rule or an intent's handler: the value, or a refusal. Outages and bugs throw instead. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Returns a success that carries `value`. */
export function done<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Returns a refusal with a code of the catalogue. */
export function refuse(code: RefusalCode, detail?: Refusal['detail']): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: detail ? { code, detail } : { code } }
}
