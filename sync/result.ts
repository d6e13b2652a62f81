import type { RefusalCode } from './errors.ts'

/** An expected "no": a code of the catalogue, and what the sentence shown to people may need. */
export type Refusal = { code: RefusalCode; detail?: Record<string, string | number> }

/** What a rule or a verb answers: the value, or why not. Outages and bugs throw instead. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** A success that carries `value`. */
export function done<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** A refusal with a code of the catalogue. */
export function refuse(code: RefusalCode, detail?: Refusal['detail']): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: detail ? { code, detail } : { code } }
}
