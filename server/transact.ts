import type { Refusal, Result } from '../sync/result.ts'
import type { Context } from './context.ts'
import type { Queryable, Statement, Tx } from './db/sql.ts'
import { inTransactionAt, type Last } from './db/transaction.ts'

/** What a verb works in: one transaction, the moment it began, and the outside world to write orders for. */
export type TxContext = { context: Context; tx: Tx; now: Date }

/**
 * What a verb works in that needs one statement, which is a transaction by itself: `keepOutcome` is the part of it that
 * keeps the outcome, and finds its value in a row named `settled`.
 */
export type Alone = { context: Context; keepOutcome: (sql: Queryable) => Statement }

/** Runs `run` in one transaction. */
export function transact<T>(context: Context, run: (work: TxContext, last: Last) => Promise<T>): Promise<T> {
  return inTransactionAt(context.sql, (tx, now, last) => run({ context, tx, now }, last))
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** As `transact`, but a refusal rolls everything back: a "no" changes nothing. */
export async function transactOrRefuse<T>(
  context: Context,
  run: (work: TxContext) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await transact(context, async (inside) => {
      const result = await run(inside)
      if (!result.ok) throw new Refused(result.refusal)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  }
}
