import type Stripe from 'stripe'
import { type Answer, answer, idOf, secondsOf } from './answer.ts'

/** A movement of our balance at the provider; `netCents` is the amount less the fee. */
export type Movement = {
  id: string
  type: string
  /** The charge, refund, dispute, transfer, top-up or payout that caused it; null when nothing did. */
  sourceId: string | null
  at: Date
  amountCents: number
  feeCents: number
  netCents: number
}

/** The calls about our balance. */
export type BalanceCalls = {
  /** Returns every movement since then; with a type, only those of that type. */
  listMovements(from: Date, type?: string): Promise<Answer<Movement[]>>
  /** Returns our whole balance at the provider in US dollars, in cents, including money that is not available yet. */
  balanceCents(): Promise<Answer<number>>
}

export function balanceCalls(stripe: Stripe): BalanceCalls {
  return {
    listMovements: (from, type) =>
      answer(async () => {
        const seen: Movement[] = []
        const asked = { created: { gte: secondsOf(from) }, limit: 100, ...(type !== undefined && { type }) }
        for await (const each of stripe.balanceTransactions.list(asked)) seen.push(movementOf(each))
        return seen
      }),
    balanceCents: () =>
      answer(async () => {
        const { available, pending } = await stripe.balance.retrieve()
        return [...available, ...pending]
          .filter(({ currency }) => currency === 'usd')
          .reduce((sum, { amount }) => sum + amount, 0)
      }),
  }
}

const movementOf = ({
  id,
  type,
  source,
  created,
  amount,
  fee,
  net,
}: Stripe.BalanceTransaction): Movement => ({
  id,
  type,
  sourceId: idOf(source) ?? null,
  at: new Date(created * 1000),
  amountCents: amount,
  feeCents: fee,
  netCents: net,
})
