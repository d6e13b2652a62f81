import type Stripe from 'stripe'
import { type Answer, answer, answerOrNull, idOf } from './answer.ts'

/** The fields of a transfer to a connected account that we read. */
export type Transfer = { id: string; payoutId: string | null; amountCents: number; accountId: string | null }

/** A transfer to be made, in dollars (D36); it can be found again by its payout. */
export type TransferOrder = { payoutId: string; amountCents: number; accountId: string }

/** The fields of a reversal that we read. `reversalId` is our id, or null for a reversal made at the provider. */
export type SeenReversal = { id: string; amountCents: number; reversalId: string | null }

type ReversalOrder = { reversalId: string; transferId: string; amountCents: number }

/** The calls about transfers. */
export type TransferCalls = {
  createTransfer(order: TransferOrder, key: string): Promise<Answer<Transfer>>
  /** Finds the transfer made for a payout, without its id. */
  findTransfer(payoutId: string): Promise<Answer<Transfer | null>>
  /** Returns the transfer; null when there is none. */
  retrieveTransfer(transferId: string): Promise<Answer<Transfer | null>>
  reverseTransfer(order: ReversalOrder, key: string): Promise<Answer<SeenReversal>>
  listReversals(transferId: string): Promise<Answer<SeenReversal[]>>
  /** Returns the id of the transfer that a reversal belongs to; null when there is none. */
  findReversed(reversalId: string): Promise<Answer<string | null>>
}

export function transferCalls({ transfers, balanceTransactions }: Stripe): TransferCalls {
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
    retrieveTransfer: (transferId) =>
      answerOrNull(async () => transferOf(await transfers.retrieve(transferId))),
    reverseTransfer: ({ reversalId, transferId, amountCents }, key) =>
      answer(async () => {
        const params = { amount: amountCents, metadata: { reversalId } }
        return reversalOf(await transfers.createReversal(transferId, params, { idempotencyKey: key }))
      }),
    listReversals: (transferId) =>
      answer(async () => {
        const seen: SeenReversal[] = []
        for await (const each of transfers.listReversals(transferId, { limit: 100 }))
          seen.push(reversalOf(each))
        return seen
      }),
    findReversed: (source) =>
      answer(async () => {
        const { data } = await balanceTransactions.list({ source, limit: 1, expand: ['data.source'] })
        const [movement] = data
        return idOf((movement?.source as Partial<Stripe.TransferReversal> | null)?.transfer) ?? null
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

const reversalOf = ({ id, amount, metadata }: Stripe.TransferReversal): SeenReversal => ({
  id,
  amountCents: amount,
  reversalId: metadata?.reversalId ?? null,
})

/** Returns the transfer group of a payout. */
const payoutGroup = (payoutId: string) => `p_${payoutId}`
