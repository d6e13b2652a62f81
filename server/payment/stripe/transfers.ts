import type Stripe from 'stripe'
import { type Answer, answer, idOf } from './answer.ts'

/** What we read of a transfer to a connected account. */
export type Transfer = { id: string; payoutId: string | null; amountCents: number; accountId: string | null }

/** A transfer to be made, in dollars (D36); found again by its payout. */
export type TransferOrder = { payoutId: string; amountCents: number; accountId: string }

/** The calls about transfers. */
export type TransferCalls = {
  createTransfer(order: TransferOrder, key: string): Promise<Answer<Transfer>>
  /** The transfer that was made for a payout, found without its id. */
  findTransfer(payoutId: string): Promise<Answer<Transfer | null>>
}

export function transferCalls({ transfers }: Stripe): TransferCalls {
  return {
    createTransfer: ({ payoutId, amountCents, accountId }, key) =>
      answer(async () => {
        const params = {
          amount: amountCents,
          currency: 'usd',
          destination: accountId,
          transfer_group: payoutGroup(payoutId),
          metadata: { payoutId },
        }
        return transferOf(await transfers.create(params, { idempotencyKey: key }))
      }),
    findTransfer: (payoutId) =>
      answer(async () => {
        const { data } = await transfers.list({ transfer_group: payoutGroup(payoutId), limit: 10 })
        return data[0] ? transferOf(data[0]) : null
      }),
  }
}

function transferOf({ id, metadata, amount, destination }: Stripe.Transfer): Transfer {
  return {
    id,
    payoutId: metadata.payoutId ?? null,
    amountCents: amount,
    accountId: idOf(destination) ?? null,
  }
}

/** The group of a payout's transfer. */
const payoutGroup = (payoutId: string) => `p_${payoutId}`
