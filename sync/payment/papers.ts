import { id, z } from '../shape.ts'

/** A calendar month in UTC, `2026-11`. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

/** The `statement-file` call: an athlete's own statement for a month, as a document. */
export const statementFileCall = z.strictObject({ month })

const paper = z.optional(z.enum(['receipt', 'credit-note']))

/**
 * The `receipt-file` call: receipts for a question, a page for each payment, for the holder of the private link;
 * or the receipt for one of the caller's own payments. As `credit-note`, a page for each refund instead.
 */
export const receiptFileCall = z.union([
  z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), paper }),
  z.strictObject({ receiptId: id, paper }),
])

/** The address of a file, which anybody who has it can fetch for a few minutes. */
export type FileAnswer = { url: string }
