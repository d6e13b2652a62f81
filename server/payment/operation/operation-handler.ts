import type { TxContext } from '../../transact.ts'
import type { Answer } from '../stripe/answer.ts'

/** What is to be done at Stripe, with the parameters that its idempotency key stands for. */
export type Order =
  // of a hold
  | { kind: 'create'; params: { askId: string; amountCents: number } }
  | { kind: 'capture'; params: { paymentIntentId: string; amountCents: number } }
  | { kind: 'release'; params: { paymentIntentId: string; reason: string } }
  // of a tip
  | { kind: 'tip'; params: { questionId: string; amountCents: number } }
  | { kind: 'tip-release'; params: { paymentIntentId: string } }
  // of a refund
  | { kind: 'refund'; params: { paymentId: string; chargeId: string; amountCents: number } }
  // of an athlete's account
  | { kind: 'account'; params: { countryCode: string } }
  // of a payout
  | { kind: 'transfer'; params: { accountId: string; amountCents: number } }
  // of what is taken back from one
  | { kind: 'reversal'; params: { payoutId: string; transferId: string; amountCents: number } }

/** An order that is being carried out; `subjectId` is whose (a hold's, a tip's, an account's, a payout's, a reversal's), `key` what Stripe knows it by. */
export type Operation<Kind extends Order['kind'] = Order['kind']> = Extract<Order, { kind: Kind }> & {
  id: string
  subjectId: string
  key: string
  createdAt: Date
  triedAt: Date
}

/**
 * What is seen at Stripe says of an operation. `done`: it had its effect. `gone`: it never can have. `absent`: it
 * certainly has not had it yet. `unclear`: to be looked at again.
 */
export type Verdict = 'done' | 'gone' | 'absent' | 'unclear'

/** How one kind of order is carried out; `Seen` is the object at Stripe that tells what came of it. */
export type OperationHandler<Seen> = {
  /** By the stored key: again is the same as once. */
  call(): Promise<Answer<Seen>>
  /** Looks at what is there, when the key no longer tells. */
  readBack(): Promise<Answer<Seen | null>>
  judge(seen: Seen | null): Verdict
  /** Locks whose it is. Everything is locked before its operations. */
  lock(work: TxContext): Promise<void>
  /** Writes what it came to, in the transaction that closes the operation. */
  settle(work: TxContext, verdict: 'done' | 'gone', seen: Seen): Promise<void>
  /** Orders the same once more under a new key, unless nobody wants it any more. */
  renew(work: TxContext): Promise<void>
  /** Stripe would not do it and never will, with its code for why; without this, that is for people to look at. */
  refuse?(work: TxContext, why: string): Promise<void>
}
