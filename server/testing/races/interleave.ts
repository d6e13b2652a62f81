import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Statement, Tx } from '../../db/sql.ts'

/** What two racing calls returned, and what happened to their transactions on the way. */
export type Raced<T> = {
  first: T
  second: T
  /** The SQLSTATEs with which Postgres aborted a transaction, even if it was then retried. */
  met: string[]
  /** Whether the first call reached the statement before which it was to stop. */
  paused: boolean
}

export type Interleaving = {
  /**
   * Starts `first` and stops it before statement number `before` of its transactions, or before its first commit.
   * Statements are counted from 1, each commit included. Then starts `second`, waits until that has ended or waits
   * for a lock, and lets `first` go on.
   */
  race<T>(before: Stop, first: () => Promise<T>, second: () => Promise<T>): Promise<Raced<T>>
  /** Counts the statements and commits of a call's transactions, including those of retries. */
  count<T>(call: () => Promise<T>): Promise<{ value: T; statements: number }>
}

/** The statement before which a call stops; 0 for none. */
export type Stop = number | 'commit'

type Runner = { before: Stop; reached: number; pause: Pause; met: string[] }
type Pause = { arrived: () => void; goOn: Promise<void> }

const LOOK_AGAIN_MS = 5
/** How many times to look before giving up, because the call may wait for something other than a database lock. */
const LOOKS = 400

/** Lets a test pause a transaction of its database between two statements; `sql` is the pool that the server uses. */
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

/** Wraps the transaction so that each statement is counted, and may pause, before it is sent. */
function inSteps(tx: Tx, runner: Runner): Tx {
  let sent = Promise.resolve()
  const counted = (query: unknown) => {
    if (!isStatement(query)) return query
    const { handler } = query
    query.handler = (self) => {
      // Chain the statements, so that those sent together stay in order.
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

/** Waits until the call has ended, or until some connection waits for a lock of this database. */
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
