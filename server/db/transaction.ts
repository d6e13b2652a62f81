import { AsyncLocalStorage } from 'node:async_hooks'
import { InternalError } from '../log.ts'
import type { Sql, Statement, Tx } from './sql.ts'

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const lockNotAvailable = '55P03'
const maxAttempts = 3

/** Takes a statement that is sent together with the commit, which saves a round trip; null: none. */
export type Last = (statement: Statement | null) => void

/**
 * Runs a function in a transaction: commits when `run` returns and rolls back when it throws. If Postgres gives
 * the transaction up in favour of another (a deadlock, a serialization failure, or a unique key taken after `run`
 * had looked for it), `run` is called again from the start, three times in all. So `run` must change nothing
 * outside `tx`, and must refuse what it finds the second time. Any other error is thrown as it is, including a
 * lost connection, because then it is unknown whether the commit happened. If the statement given to `last`
 * fails, nothing is committed and its error is thrown.
 */
export async function inTransaction<T>(sql: Sql, run: (tx: Tx, last: Last) => Promise<T>): Promise<T> {
  return transact(sql, '', (tx, _, last) => run(tx, last))
}

/**
 * Does the same as `inTransaction`; `now` is the app's time at the start of the transaction, read in the same
 * round trip.
 */
export async function inTransactionAt<T>(
  sql: Sql,
  run: (tx: Tx, now: Date, last: Last) => Promise<T>,
): Promise<T> {
  return transact<T, [unknown, { now: Date }[]]>(sql, '; select app_now() as now', (tx, [, [row]], last) => {
    if (!row) throw new InternalError('the database told no time')
    return run(tx, row.now, last)
  })
}

/** Runs reads that belong together: all of them see the state at the start of the first one. */
export async function inSnapshot<T>(sql: Sql, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(sql, 'isolation level repeatable read read only', (tx) => read(tx))
}

/**
 * Runs a transaction; `opening` is sent after "begin" in the same query and is not executed if the transaction
 * cannot begin.
 */
function transact<T, O>(
  sql: Sql,
  opening: string,
  run: (tx: Tx, opened: O, last: Last) => Promise<T>,
): Promise<T> {
  return untilKept(sql, async () => {
    const sent: (Statement | null)[] = []
    const last: Last = (statement) => void sent.push(statement?.execute() ?? null)
    const here = { open: true }
    // Our copy of the driver's pool also passes on the rows of `opening`.
    const body = (tx: Tx, opened?: O) =>
      around
        .run(here, () => run(tx, opened as O, last))
        .finally(() => {
          here.open = false
        })
    const result = await sql.begin(opening, body)
    // After a failed statement the commit silently becomes a rollback, so its error must be awaited.
    await Promise.all(sent)
    return result as T
  })
}

/** The transaction that the running code belongs to. Work that the code began without waiting for may outlive it. */
const around = new AsyncLocalStorage<{ open: boolean }>()

/**
 * Checks whether the caller runs inside an open transaction of `inTransaction`, and so keeps a connection
 * waiting.
 */
export function isInTransaction(): boolean {
  return around.getStore()?.open ?? false
}

/** Runs one statement, which is a transaction by itself; retried like any other. */
export function inOneStatement<T extends object[]>(
  sql: Sql,
  statement: (sql: Sql) => Statement<T>,
): Promise<T> {
  return untilKept(sql, async () => await statement(sql))
}

async function untilKept<T>(sql: Sql, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !isWorthAnother(error)) throw error
      // Wait for a random time, because two transactions that restart together would collide again. After a
      // unique violation this is not needed.
      if (isGivenUp(error)) await sql`select pg_sleep(random() * ${0.05 * attempt}::float8)`
    }
  }
}

/** Checks whether a statement failed on a unique index; with `constraint`, on that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== uniqueViolation) return false
  return constraint === undefined || constraintOf(error) === constraint
}

/** Checks whether a statement failed because the row it refers to is missing, by the name of that constraint. */
export function isMissingReference(error: unknown, constraint: string): boolean {
  return codeOf(error) === foreignKeyViolation && constraintOf(error) === constraint
}

const constraintOf = (error: unknown) => (error as { constraint_name?: string }).constraint_name
const codeOf = (error: unknown) => (error instanceof Error ? (error as { code?: unknown }).code : undefined)

/** The key of stored intent outcomes; a transaction that finds it taken reads the stored outcome instead. */
const outcomeKey = 'intent_outcome_pkey'

function isWorthAnother(error: unknown): boolean {
  return isGivenUp(error) || (isUniqueViolation(error) && !isUniqueViolation(error, outcomeKey))
}

function isGivenUp(error: unknown): boolean {
  const code = codeOf(error)
  return code === serializationFailure || code === deadlockDetected
}

/**
 * Checks whether other transactions were in the way for too long, so that nothing was done and the same may
 * succeed a moment later.
 */
export function isCrowdedOut(error: unknown): boolean {
  return isGivenUp(error) || codeOf(error) === lockNotAvailable
}
