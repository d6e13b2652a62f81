import type { Queryable, Sql } from '../db/sql.ts'

type Rows = { rows: Record<string, unknown>[] }

/** The interface through which pg-boss runs a statement. */
export type BossDatabase = { executeSql(text: string, values?: unknown[]): Promise<Rows> }

type PoolDatabase = BossDatabase & {
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ): Promise<{ close(): Promise<void> }>
}

/** Runs pg-boss on one of our transactions (or any single connection), so that its writes commit with ours. */
export function bossOn(queryable: Queryable): BossDatabase {
  return {
    async executeSql(text, values = []) {
      // Texts with values are few and always the same, so they are prepared; texts without values may contain
      // several statements.
      const prepare = values.length > 0
      const result = await queryable.unsafe(text, values as never[], { prepare })
      return { rows: rowsOf(result) }
    },
  }
}

/** Runs pg-boss on our pool. Its own BEGIN…COMMIT texts need one connection to themselves. */
export function bossOnPool(sql: Sql): PoolDatabase {
  return {
    async executeSql(text, values = []) {
      if (!/^\s*begin\b/i.test(text)) return bossOn(sql).executeSql(text, values)
      const reserved = await sql.reserve()
      try {
        return await bossOn(reserved).executeSql(text, values)
      } finally {
        reserved.release()
      }
    },
    async listen(channel, onNotify, onListen) {
      const listening = await sql.listen(channel, onNotify, onListen)
      return { close: () => listening.unlisten() }
    },
  }
}

/** Returns the rows of all statements, as pg-boss expects, because several statements return several lists. */
function rowsOf(result: unknown[]) {
  return (Array.isArray(result[0]) ? result.flat() : [...result]) as Rows['rows']
}
