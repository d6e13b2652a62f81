import { LIMITS } from '../limits.ts'
import { id, prose, z } from '../shape.ts'

const reason = prose(LIMITS.noteCharacters).check(z.refine((text) => text.length > 0))

/** payouts.hold: nothing is paid to this athlete, or with null to anybody, until it is resumed. */
export const payoutsHold = z.strictObject({ holdId: id, personId: z.nullable(id), reason })
/** payouts.resume: ends a hold. */
export const payoutsResume = z.strictObject({ holdId: id, reason })
/** payout.cancel: a payout that nobody began is not paid; the athlete is owed it again. */
export const payoutCancel = z.strictObject({ payoutId: id, reason })

/** A hold that is on. */
export type PayoutHold = {
  id: string
  /** Null, as the next two: everybody's payouts are held. */
  personId: string | null
  name: string | null
  username: string | null
  reason: string
  heldBy: string
  heldAt: number
  /** What the athlete is owed meanwhile; 0 where everybody's are held. */
  owedCents: number
}
