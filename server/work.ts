import type { Refusal, Result } from '../sync/result.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/sql.ts'
import { inTransaction } from './db/transaction.ts'

/** What a verb works in: one transaction, the moment it began, and the outside world to write orders for. */
export type Work = { context: Context; tx: Tx; now: Date }

/** Runs `run` in one transaction. */
export function work<T>(context: Context, run: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(context.sql, async (tx) => run(await workIn(context, tx)))
}

/** The `Work` of a transaction that is already open. */
async function workIn(context: Context, tx: Tx): Promise<Work> {
  const [row] = await tx<{ now: Date }[]>`select app_now() as now`
  if (!row) throw new Error('the database told no time')
  return { context, tx, now: row.now }
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** As `work`, but a refusal rolls everything back: a "no" changes nothing. */
export async function attempt<T>(
  context: Context,
  run: (work: Work) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work(context, async (inside) => {
      const result = await run(inside)
      if (!result.ok) throw new Refused(result.refusal)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  }
}
