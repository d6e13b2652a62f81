import { LIMITS } from '../limits.ts'
import { discountCode } from '../payment/discount.ts'
import { id, line, moment, z } from '../shape.ts'
import { after } from './requests.ts'
import type { Trouble } from './troubles.ts'

/** A number of uses; null is no limit. */
const uses = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))

/** code.create: a discount code, as it will be typed; only its hash is kept (D27, D28). */
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

/** code.end: takes a discount code out of use. */
export const codeEnd = z.strictObject({ codeId: id })

/** code.restore: one that was ended by mistake counts again. */
export const codeRestore = z.strictObject({ codeId: id })

/** desk/codes: a page of the discount codes, newest first, and since when the sign-up code counts. */
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

/** desk/system: what works behind the screens, and what of it is stuck. */
export const systemCall = z.strictObject({})
export type SystemAnswer = {
  jobs: { waiting: number; due: number; active: number }
  mails: { waiting: number }
  pushes: { waiting: number }
  money: { underWay: number }
  /** What needs somebody, the longest first; `moreTroubles`: there are younger ones. */
  troubles: Trouble[]
  moreTroubles: boolean
  videos: { bytes: number; count: number; refused: number; freeBytes: number; totalBytes: number }
  /** What whoever runs the server should mend. */
  warnings: string[]
  epoch: string
  protocol: number
  now: number
}
