import { id, z } from '../shape.ts'

/** A calendar month in UTC, `2026-11`. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

/** statement-file: an athlete's own statement of a month, as a document. */
export const statementFileCall = z.strictObject({ month })

const paper = z.optional(z.enum(['receipt', 'credit-note']))

/**
 * receipt-file: what was paid for a question, a page for each payment: by whoever holds the private link; or one payment of
 * the caller's own, named as their receipts name it. As `credit-note` what went back of it, a page for each time.
 */
export const receiptFileCall = z.union([
  z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), paper }),
  z.strictObject({ receiptId: id, paper }),
])

/** Where a file is fetched, by whoever has the address, for a few minutes. */
export type FileAnswer = { url: string }
