import type { TxContext } from '../../transact.ts'
import type { Answer, Problem } from '../stripe/answer.ts'

/** An order for Stripe, with the parameters that its idempotency key covers. */
export type Order =
  // for a hold
  | { kind: 'create'; params: { askId: string; amountCents: number } }
  | { kind: 'capture'; params: { paymentIntentId: string; amountCents: number } }
  | { kind: 'release'; params: { paymentIntentId: string; reason: string } }
  // for a tip
  | { kind: 'tip'; params: { questionId: string; amountCents: number } }
  | { kind: 'tip-release'; params: { paymentIntentId: string } }
  // for a refund
  | { kind: 'refund'; params: { paymentId: string; chargeId: string; amountCents: number } }
  // for an athlete's account
  | { kind: 'account'; params: { countryCode: string } }
  // for a payout
  | { kind: 'transfer'; params: { accountId: string; amountCents: number } }
  // for taking a transfer back
  | { kind: 'reversal'; params: { payoutId: string; transferId: string; amountCents: number } }

/**
 * An order being carried out. `subjectId` is the id of its hold, tip, refund, account, payout or reversal; `key` is
 * its idempotency key at Stripe.
 */
export type Operation<Kind extends Order['kind'] = Order['kind']> = Extract<Order, { kind: Kind }> & {
  id: string
  subjectId: string
  key: string
  createdAt: Date
  triedAt: Date
}

/**
 * The verdict on an operation from what is at Stripe. `done`: it had its effect. `gone`: it never can have it.
 * `absent`: it certainly has not had it yet. `unclear`: look again later.
 */
export type Verdict = 'done' | 'gone' | 'absent' | 'unclear'

/** Carries out one kind of order. `Seen` is the object at Stripe that shows the result. */
export type OperationHandler<Seen> = {
  /** Calls Stripe with the stored key; repeating the call has no further effect. */
  call(): Promise<Answer<Seen>>
  /** Looks at what is at Stripe, for when the key no longer protects against a second effect. */
  readBack(): Promise<Answer<Seen | null>>
  judge(seen: Seen | null): Verdict
  /** Locks the operation's subject. The subject is always locked before its operations. */
  lock(work: TxContext): Promise<void>
  /** Writes the result, in the transaction that closes the operation. */
  settle(work: TxContext, verdict: 'done' | 'gone', seen: Seen): Promise<void>
  /** Orders the same again under a new key, unless nobody wants it now. */
  renew(work: TxContext): Promise<void>
  /**
   * Handles Stripe's final refusal; `why` is Stripe's code. Without this method, people have to look at a refused
   * operation.
   */
  refuse?(work: TxContext, why: string): Promise<void>
  /**
   * Returns whether a refusal is final; without this method, every refusal is. After one that is not, the operation
   * stays intended and people have to look at it.
   */
  isFinal?(problem: Problem): boolean
}
