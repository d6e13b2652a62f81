import { mailedToken } from '../account/typed.ts'
import { type Infer, id, z } from '../shape.ts'

/** claims: what was asked with the account's address by somebody who was not signed in; with a token, its one question. */
export const claimsCall = z.strictObject({ token: z.optional(mailedToken) })

/** settle-claim: whether a question is the address's owner's, by the session of its account or by the mailed token. */
export const settleClaimCall = z.strictObject({
  questionId: id,
  mine: z.boolean(),
  token: z.optional(mailedToken),
})
export type SettleClaimCall = Infer<typeof settleClaimCall>

/** A question that somebody asked with an address: as its owner needs it to say whether it is theirs. */
export type Claim = {
  questionId: string
  athlete: { firstName: string; lastName: string; username: string }
  /** What whoever asked called themselves. */
  firstName: string
  subject: string
  submittedAt: number
}
export type ClaimsAnswer = {
  claims: Claim[]
  /** There are older ones, which follow once these are settled. */
  more: boolean
  /** Whether the address has an account into which they can be taken. */
  hasAccount: boolean
}
