import { type Infer, z } from '../../../sync/shape.ts'
import { DECLINED } from './card.ts'
import { chargeFee, failBankPayout, payOutToBank, topUp } from './charge.ts'
import {
  answerDispute,
  appealDispute,
  closeDispute,
  escalateInquiry,
  openDispute,
  reinstatePart,
} from './disputed.ts'
import { cancelIntent, lockIntent } from './intent.ts'
import { inSession, type World } from './request.ts'
import { refundCharge, settleRefund } from './returned.ts'
import { lockObject, type Session, saveObject } from './store.ts'
import { reverseTransfer } from './transfer.ts'
import { cardRefused } from './wire.ts'

const cents = z.int().check(z.minimum(1), z.maximum(99_999_999))
const named = z.string().check(z.regex(/^\w{1,60}$/))

/** An act from outside the app: by a bank, by a person at the provider's own desk, or by the network in between. */
export const outsideAct = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('dispute'),
    chargeId: named,
    amountCents: z.optional(cents),
    isInquiry: z.optional(z.boolean()),
  }),
  z.object({
    act: z.literal('decide'),
    disputeId: named,
    status: z.enum(['won', 'lost', 'prevented']),
    feeBackCents: z.optional(cents),
  }),
  z.object({ act: z.literal('answer'), disputeId: named, feeCents: z.optional(cents) }),
  z.object({ act: z.enum(['escalate', 'appeal']), disputeId: named }),
  z.object({ act: z.literal('reinstate'), disputeId: named, amountCents: cents }),
  z.object({ act: z.literal('refund'), chargeId: named, amountCents: z.optional(cents) }),
  z.object({ act: z.literal('reverse'), transferId: named, amountCents: z.optional(cents) }),
  z.object({ act: z.literal('top-up'), amountCents: cents }),
  z.object({
    act: z.literal('bank-payout'),
    amountCents: cents,
    feeCents: z.optional(cents),
    minimumCents: z.optional(cents),
  }),
  z.object({ act: z.literal('fail-bank-payout'), payoutId: named }),
  z.object({ act: z.literal('charge-fee'), amountCents: cents }),
  z.object({
    act: z.literal('move-account'),
    accountId: named,
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  }),
  z.object({ act: z.literal('settle-refund'), refundId: named, status: z.enum(['succeeded', 'failed']) }),
  z.object({ act: z.literal('expire'), intentId: named }),
  z.object({ act: z.literal('decline-next') }),
  z.object({
    act: z.literal('webhooks'),
    delaySeconds: z.int().check(z.minimum(0), z.maximum(259_200)),
    duplicates: z.int().check(z.minimum(0), z.maximum(9)),
  }),
])
export type OutsideAct = Infer<typeof outsideAct>

const OF_DISPUTES = { escalate: escalateInquiry, appeal: appealDispute }

/**
 * Carries out the act and returns the id of the object it created, if any. An impossible act throws Stripe's
 * refusal.
 */
export async function actOutside(world: World, call: OutsideAct): Promise<{ id: string | null }> {
  if (call.act === 'decline-next') {
    world.faults.declines += 1
    return { id: null }
  }
  if (call.act === 'webhooks') {
    Object.assign(world.faults.webhooks, { delaySeconds: call.delaySeconds, duplicates: call.duplicates })
    return { id: null }
  }
  return inSession(world, async (session) => {
    switch (call.act) {
      case 'dispute': {
        const { chargeId, amountCents: asked, isInquiry } = call
        return { id: (await openDispute(session, chargeId, { asked, isInquiry })).id }
      }
      case 'decide':
        await closeDispute(session, call.disputeId, call.status, call.feeBackCents)
        return { id: null }
      case 'answer':
        await answerDispute(session, call.disputeId, call.feeCents)
        return { id: null }
      case 'reinstate':
        await reinstatePart(session, call.disputeId, call.amountCents)
        return { id: null }
      case 'escalate':
      case 'appeal':
        await OF_DISPUTES[call.act](session, call.disputeId)
        return { id: null }
      case 'refund':
        return { id: (await refundCharge(session, call.chargeId, call.amountCents)).id }
      case 'reverse':
        return { id: (await reverseTransfer(session, call.transferId, { asked: call.amountCents })).id }
      case 'top-up':
        return { id: await topUp(session, call.amountCents) }
      case 'bank-payout':
        return {
          id: await payOutToBank(session, call.amountCents, {
            fee: call.feeCents,
            minimum: call.minimumCents,
          }),
        }
      case 'fail-bank-payout':
        await failBankPayout(session, call.payoutId)
        return { id: null }
      case 'charge-fee':
        return { id: await chargeFee(session, call.amountCents) }
      case 'move-account':
        await moveAccount(session, call.accountId, call.country)
        return { id: null }
      case 'settle-refund':
        await settleRefund(session, call.refundId, call.status)
        return { id: null }
      case 'expire':
        await cancelIntent(session, await lockIntent(session, call.intentId), 'automatic')
        return { id: null }
    }
  })
}

async function moveAccount(session: Session, accountId: string, country: string): Promise<void> {
  const account = await lockObject(session, 'account', accountId)
  await saveObject(session, Object.assign(account, { country }))
}

/** Throws a decline if the next confirmation was told to fail. */
export function refuseIfTold({ faults }: World): void {
  if (faults.declines === 0) return
  faults.declines -= 1
  const { message, ...more } = DECLINED
  throw cardRefused(message, more)
}
