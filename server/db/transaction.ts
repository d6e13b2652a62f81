import { AsyncLocalStorage } from 'node:async_hooks'
import { InternalError } from '../log.ts'
import type { Sql, Statement, Tx } from './sql.ts'

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const lockNotAvailable = '55P03'
const maxAttempts = 3

/** Takes a statement that travels with the commit, so that nothing is waited for in between; null: there is none. */
export type Last = (statement: Statement | null) => void

/**
 * The way into a transaction. `run` commits when it returns and rolls back when it throws. Where Postgres gave
 * this transaction up for another one (a deadlock, a serialization failure, or a unique key that somebody took after
 * `run` had looked for it) it runs again from the start, three times in all: so `run` touches nothing but `tx`, and
 * refuses what it finds the second time. Everything else is thrown as it came, a lost connection too, because
 * then nobody knows whether it committed. Should what `run` gives to `last` fail, nothing is committed either, and its
 * error is thrown.
 */
export async function inTransaction<T>(sql: Sql, run: (tx: Tx, last: Last) => Promise<T>): Promise<T> {
  return transact(sql, '', (tx, _, last) => run(tx, last))
}

/** As `inTransaction`; `now` is the app's time as the transaction began, asked for together with its beginning. */
export async function inTransactionAt<T>(
  sql: Sql,
  run: (tx: Tx, now: Date, last: Last) => Promise<T>,
): Promise<T> {
  return transact<T, [unknown, { now: Date }[]]>(sql, '; select app_now() as now', (tx, [, [row]], last) => {
    if (!row) throw new InternalError('the database told no time')
    return run(tx, row.now, last)
  })
}

/** Reads that belong together: all of them see what was committed when the first of them began, and nothing of since. */
export async function inSnapshot<T>(sql: Sql, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(sql, 'isolation level repeatable read read only', (tx) => read(tx))
}

/** `opening` stands behind "begin" in one query: where the transaction does not begin, it is not run either. */
function transact<T, O>(
  sql: Sql,
  opening: string,
  run: (tx: Tx, opened: O, last: Last) => Promise<T>,
): Promise<T> {
  return untilKept(sql, async () => {
    const sent: (Statement | null)[] = []
    const last: Last = (statement) => void sent.push(statement?.execute() ?? null)
    const here = { open: true }
    // what `begin` hands over besides is of our copy of the driver's pool
    const body = (tx: Tx, opened?: O) =>
      around
        .run(here, () => run(tx, opened as O, last))
        .finally(() => {
          here.open = false
        })
    const result = await sql.begin(opening, body)
    // the commit after a statement that failed is a rollback, and says nothing of it
    await Promise.all(sent)
    return result as T
  })
}

/** The transaction that the code at work is part of. What it began and did not wait for may outlive it. */
const around = new AsyncLocalStorage<{ open: boolean }>()

/** Whether the caller is at work inside an open transaction of `inTransaction`, and so keeps a connection waiting. */
export function isInTransaction(): boolean {
  return around.getStore()?.open ?? false
}

/** One statement is a transaction by itself, and needs no other; tried again as any. */
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
      // Apart from each other this time: two that begin again at once meet again. Who came second to a key does not.
      if (isGivenUp(error)) await sql`select pg_sleep(random() * ${0.05 * attempt}::float8)`
    }
  }
}

/** Whether a statement failed on a unique index; with `constraint`, on that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== uniqueViolation) return false
  return constraint === undefined || constraintOf(error) === constraint
}

/** Whether a statement failed because what it refers to is not there, by the name of that constraint. */
export function isMissingReference(error: unknown, constraint: string): boolean {
  return codeOf(error) === foreignKeyViolation && constraintOf(error) === constraint
}

const constraintOf = (error: unknown) => (error as { constraint_name?: string }).constraint_name
const codeOf = (error: unknown) => (error instanceof Error ? (error as { code?: unknown }).code : undefined)

/** The key under which an intent's outcome is kept: who finds it taken reads what is there. */
const outcomeKey = 'intent_outcome_pkey'

function isWorthAnother(error: unknown): boolean {
  return isGivenUp(error) || (isUniqueViolation(error) && !isUniqueViolation(error, outcomeKey))
}

function isGivenUp(error: unknown): boolean {
  const code = codeOf(error)
  return code === serializationFailure || code === deadlockDetected
}

/** Whether others were in the way for too long: nothing was done, and the same will do a moment later. */
export function isCrowdedOut(error: unknown): boolean {
  return isGivenUp(error) || codeOf(error) === lockNotAvailable
}
