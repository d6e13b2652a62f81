import type { Context } from '../context.ts'
import { PaymentsUnreachable } from './stripe/answer.ts'

/** What a round is about, as the log names it, and what the log says of one that failed. */
type Round<T> = {
  of: readonly T[]
  named: (one: T) => object
  failed: string
  run: (one: T) => Promise<unknown>
}

/** One bad row does not keep the others waiting; a Stripe that gives no answer ends the round. Answers those that came before. */
export async function eachWhileReachable<T>(
  context: Pick<Context, 'log'>,
  { of, named, failed, run }: Round<T>,
): Promise<T[]> {
  for (const [n, one] of of.entries()) {
    try {
      await run(one)
    } catch (error) {
      context.log.error({ err: error, ...named(one) }, `payments: ${failed}`)
      if (error instanceof PaymentsUnreachable) return of.slice(0, n)
    }
  }
  return [...of]
}
