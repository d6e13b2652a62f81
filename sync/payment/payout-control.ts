import { LIMITS } from '../limits.ts'
import { id, prose, z } from '../shape.ts'

const reason = prose(LIMITS.noteCharacters).check(z.refine((text) => text.length > 0))

/**
 * The `payouts.hold` intent: nothing is paid to this athlete, or with null to any athlete, until payouts are
 * resumed.
 */
export const payoutsHold = z.strictObject({ holdId: id, personId: z.nullable(id), reason })
/** The `payouts.resume` intent: ends a hold on payouts. */
export const payoutsResume = z.strictObject({ holdId: id, reason })
/** The `payout.cancel` intent: cancels a payout that no admin has begun; the athlete is owed the amount again. */
export const payoutCancel = z.strictObject({ payoutId: id, reason })

/**
 * The `payout.fail` intent: a payout that an admin began by hand was not paid, and when it was begun as they saw it,
 * because it may have been begun again since.
 */
export const payoutFail = z.strictObject({ payoutId: id, reason, begunAt: z.optional(z.int()) })
/** The `payout.return` intent: the money of a payout that was paid by hand came back; the athlete is owed it again. */
export const payoutReturn = z.strictObject({ payoutId: id, reason })

/** A time that a payout by hand was not paid after it was begun, or came back after it was confirmed. */
export type PayoutSetback = { kind: 'not-paid' | 'came-back'; by: string; reason: string; at: number }

/** An active hold on payouts. */
export type PayoutHold = {
  id: string
  /** Null, like the next two, where everybody's payouts are held. */
  personId: string | null
  name: string | null
  username: string | null
  reason: string
  heldBy: string
  heldAt: number
  /** What the athlete is owed meanwhile; 0 where everybody's payouts are held. */
  owedCents: number
}
