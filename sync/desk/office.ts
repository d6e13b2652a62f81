import { LIMITS } from '../limits.ts'
import { discountCode } from '../payment/discount.ts'
import { id, line, moment, z } from '../shape.ts'
import { after } from './requests.ts'
import type { Trouble } from './troubles.ts'

/** A number of uses; null means no limit. */
const uses = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))

/** The `code.create` intent: a discount code, as fans will type it; the server keeps only its hash (D27, D28). */
export const codeCreate = z
  .strictObject({
    codeId: id,
    code: discountCode,
    label: line(60),
    off: z.enum(['percent', 'cents']),
    value: z.int().check(z.minimum(1), z.maximum(LIMITS.highestAmountCents)),
    maxUses: uses,
    maxUsesEach: uses,
    expiresAt: z.nullable(moment),
  })
  .check(z.refine(({ off, value }) => off === 'cents' || value <= 100))

/** The `code.end` intent: takes a discount code out of use. */
export const codeEnd = z.strictObject({ codeId: id })

/** The `code.restore` intent: makes a discount code valid again that was ended by mistake. */
export const codeRestore = z.strictObject({ codeId: id })

/** The `desk/codes` call: a page of the discount codes, newest first, and when the current sign-up code was made. */
export const codesCall = z.strictObject({ after: z.optional(after) })
export type DeskCode = {
  id: string
  label: string
  off: 'percent' | 'cents'
  value: number
  used: number
  maxUses: number | null
  maxUsesEach: number | null
  createdAt: number
  expiresAt: number | null
  endedAt: number | null
}
export type CodesAnswer = {
  codes: DeskCode[]
  more: boolean
  signupCode: { madeAt: number; madeBy: string | null } | null
  now: number
}

/** The `desk/system` call: returns the state of the background work, and what of it is stuck. */
export const systemCall = z.strictObject({})
export type SystemAnswer = {
  jobs: { waiting: number; due: number; active: number }
  mails: { waiting: number }
  pushes: { waiting: number }
  money: { underWay: number }
  /** What an admin must deal with, the oldest first; `moreTroubles`: newer ones exist. */
  troubles: Trouble[]
  moreTroubles: boolean
  videos: { bytes: number; count: number; refused: number; freeBytes: number; totalBytes: number }
  /** Problems that the operator of the server should fix. */
  warnings: string[]
  epoch: string
  protocol: number
  now: number
}
