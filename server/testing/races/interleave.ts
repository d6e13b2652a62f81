import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Statement, Tx } from '../../db/sql.ts'

/** What two calls at once came to, and what their transactions met on the way. */
export type Raced<T> = {
  first: T
  second: T
  /** The codes Postgres gave a transaction up with, a retry included. */
  met: string[]
  /** Whether the first one got as far as the statement it was to stop before. */
  paused: boolean
}

export type Interleaving = {
  /**
   * Calls `first` and stops it before statement number `before` of its transactions, counted from 1, the commit of each
   * included, or before the first commit. Then calls `second`, lets it go on until it has ended or waits for a lock, and lets the first go on.
   */
  race<T>(before: Stop, first: () => Promise<T>, second: () => Promise<T>): Promise<Raced<T>>
  /** How many statements and commits the transactions of a call are made of; it counts those that are tried again. */
  count<T>(call: () => Promise<T>): Promise<{ value: T; statements: number }>
}

/** Before which statement somebody stops; 0: before none. */
export type Stop = number | 'commit'

type Runner = { before: Stop; reached: number; pause: Pause; met: string[] }
type Pause = { arrived: () => void; goOn: Promise<void> }

const LOOK_AGAIN_MS = 5
/** Somebody who waits for something other than a lock of the database is not waited for any longer. */
const LOOKS = 400

/** Lets a test hold a transaction of its database between two statements; `sql` is the pool the server works with. */
export function interleaving(sql: Sql): Interleaving {
  const running = new AsyncLocalStorage<Runner>()
  const begin = sql.begin.bind(sql) as unknown as (opening: string, body: Body) => Promise<unknown>
  Object.assign(sql, {
    begin: async (opening: string, body: Body) => {
      const runner = running.getStore()
      if (!runner) return begin(opening, body)
      try {
        return await begin(opening, async (tx, opened) => {
          const value = await body(inSteps(tx, runner), opened)
          await step(runner, true)
          return value
        })
      } catch (error) {
        runner.met.push(String((error as { code?: unknown }).code ?? ''))
        throw error
      }
    },
  })
  return {
    async race(before, first, second) {
      const met: string[] = []
      const [arrival, release] = [signal(), signal()]
      const pause = { arrived: arrival.send, goOn: release.sent }
      const firsts = running.run({ before, reached: 0, pause, met }, first)
      firsts.catch(() => {})
      const paused = await Promise.race([arrival.sent.then(() => true), firsts.then(() => false)])
      const seconds = running.run({ before: 0, reached: 0, pause, met }, second)
      try {
        if (paused) await untilStuck(sql, seconds)
      } finally {
        release.send()
      }
      const [one, other] = await Promise.all([firsts, seconds])
      return { first: one, second: other, met: met.filter((code) => /^40/.test(code)), paused }
    },
    async count(call) {
      const runner: Runner = { before: 0, reached: 0, pause: NO_PAUSE, met: [] }
      return { value: await running.run(runner, call), statements: runner.reached }
    },
  }
}

type Body = (tx: Tx, opened: unknown) => Promise<unknown>

const NO_PAUSE: Pause = { arrived: () => {}, goOn: Promise.resolve() }

function signal() {
  let send: () => void = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { send, sent }
}

async function step(runner: Runner, isCommit = false): Promise<void> {
  runner.reached += 1
  if (runner.reached !== runner.before && !(isCommit && runner.before === 'commit')) return
  runner.before = 0
  runner.pause.arrived()
  await runner.pause.goOn
}

/** The transaction, each of whose statements is counted before it is sent. */
function inSteps(tx: Tx, runner: Runner): Tx {
  let sent = Promise.resolve()
  const counted = (query: unknown) => {
    if (!isStatement(query)) return query
    const { handler } = query
    query.handler = (self) => {
      // those that are sent together stay in their order
      sent = sent.then(() => step(runner)).then(() => handler(self))
    }
    query.handler.debug = handler.debug
    return query
  }
  return new Proxy(tx, {
    apply: (target, self, given) => counted(Reflect.apply(target, self, given)),
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'unsafe') return (...given: unknown[]) => counted(Reflect.apply(value, target, given))
      if (name !== 'savepoint') return value
      return (...given: unknown[]) => {
        const run = given.pop() as (inner: Tx) => Promise<unknown>
        return Reflect.apply(value, target, [...given, (inner: Tx) => run(inSteps(inner, runner))])
      }
    },
  })
}

type Handler = { (self: unknown): void; debug?: unknown }

const isStatement = (value: unknown): value is Statement & { handler: Handler } =>
  value instanceof Promise && 'handler' in value

/** Until somebody has ended, or waits in the database for a lock that somebody else has. */
async function untilStuck(sql: Sql, call: Promise<unknown>): Promise<void> {
  let over = false
  const end = () => {
    over = true
  }
  call.then(end, end)
  for (let look = 0; look < LOOKS && !over; look += 1) {
    const [waiting] = await sql`
      select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database()) limit 1`
    if (waiting) return
    await sleep(LOOK_AGAIN_MS)
  }
}
