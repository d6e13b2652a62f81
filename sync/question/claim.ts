import { mailedToken } from '../account/typed.ts'
import { type Infer, id, z } from '../shape.ts'

/**
 * The `claims` call: lists questions that were asked with the account's address without signing in; with a token,
 * its one question.
 */
export const claimsCall = z.strictObject({ token: z.optional(mailedToken) })

/**
 * The `settle-claim` call: the owner of the address says whether a question is theirs, in the session of their
 * account or with the mailed token.
 */
export const settleClaimCall = z.strictObject({
  questionId: id,
  mine: z.boolean(),
  token: z.optional(mailedToken),
})
export type SettleClaimCall = Infer<typeof settleClaimCall>

/** A question that was asked with an address, described so that the address's owner can say whether it is theirs. */
export type Claim = {
  questionId: string
  athlete: { firstName: string; lastName: string; username: string }
  /** The first name that the asker gave. */
  firstName: string
  subject: string
  submittedAt: number
}
export type ClaimsAnswer = {
  claims: Claim[]
  /** Whether older ones exist, which follow once these are settled. */
  more: boolean
  /** Whether the address has an account that can take them over. */
  hasAccount: boolean
}
