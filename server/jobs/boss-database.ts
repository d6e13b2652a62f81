import type { Queryable, Sql } from '../db/sql.ts'

type Rows = { rows: Record<string, unknown>[] }

/** How pg-boss runs a statement. */
export type BossDatabase = { executeSql(text: string, values?: unknown[]): Promise<Rows> }

type PoolDatabase = BossDatabase & {
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ): Promise<{ close(): Promise<void> }>
}

/** pg-boss on a transaction (or any single connection) of ours: what it writes commits with what we wrote. */
export function bossOn(queryable: Queryable): BossDatabase {
  return {
    async executeSql(text, values = []) {
      // Texts with values are few and always the same; without values they may be several statements at once.
      const prepare = values.length > 0
      const result = await queryable.unsafe(text, values as never[], { prepare })
      return { rows: rowsOf(result) }
    },
  }
}

/** pg-boss on our pool. Its own BEGIN…COMMIT texts need one connection to themselves. */
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

/** Several statements answer several lists; pg-boss wants the rows of all. */
function rowsOf(result: unknown[]) {
  return (Array.isArray(result[0]) ? result.flat() : [...result]) as Rows['rows']
}
