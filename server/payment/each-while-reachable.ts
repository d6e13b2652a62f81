import type { Context } from '../context.ts'
import { PaymentsUnreachable } from './stripe/answer.ts'

/**
 * A round of work over several rows: the rows, how the log names each, the message for a failed row, and the work
 * itself.
 */
type Round<T> = {
  of: readonly T[]
  named: (one: T) => object
  failed: string
  run: (one: T) => Promise<unknown>
}

/**
 * Runs the work for each row and returns the rows that were tried. A row that fails does not stop the others. If
 * Stripe does not answer, the round ends, and only the rows before that one are returned.
 */
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
