import type { Refusal, Result } from '../sync/result.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/sql.ts'
import { inTransaction, type Last } from './db/transaction.ts'

/** What a verb works in: one transaction, the moment it began, and the outside world to write orders for. */
export type Work = { context: Context; tx: Tx; now: Date }

/** Runs `run` in one transaction. */
export function work<T>(context: Context, run: (work: Work, last: Last) => Promise<T>): Promise<T> {
  return workAfter(
    context,
    async () => null,
    (inside, _, last) => run(inside, last),
  )
}

/** As `work`; what `first` reads is asked for together with the time. */
export function workAfter<F, T>(
  context: Context,
  first: (tx: Tx) => Promise<F>,
  run: (work: Work, found: F, last: Last) => Promise<T>,
): Promise<T> {
  return inTransaction(context.sql, async (tx, last) => {
    const [[row], found] = await Promise.all([tx<{ now: Date }[]>`select app_now() as now`, first(tx)])
    if (!row) throw new Error('the database told no time')
    return run({ context, tx, now: row.now }, found, last)
  })
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
