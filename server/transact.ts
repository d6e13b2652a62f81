import type { Refusal, Result } from '../sync/result.ts'
import type { Context } from './context.ts'
import type { Queryable, Statement, Tx } from './db/sql.ts'
import { inTransactionAt, type Last } from './db/transaction.ts'

/** The parameters of a handler that runs in a transaction: the context, the transaction, and the time it began. */
export type TxContext = { context: Context; tx: Tx; now: Date }

/**
 * The parameters of a handler that needs only one statement, which is a transaction by itself. `keepOutcome` is
 * the part of the statement that stores the outcome; it reads its value from a row named `settled`.
 */
export type Alone = { context: Context; keepOutcome: (sql: Queryable) => Statement }

/** Runs a function in one transaction. */
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

/** Runs a function like `transact`, but rolls everything back on a refusal, so that a refusal changes nothing. */
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
