import type Postgres from 'postgres'
import { postgres } from './driver/pool.js'

/** The pool, for everything outside a transaction: reads, and writes of `inOneStatement`. */
export type Sql = Postgres.Sql

/** An open transaction, provided only by `inTransaction`. */
export type Tx = Postgres.TransactionSql

/** Either of the two, for reads that may run inside a transaction or outside. */
export type Queryable = Postgres.ISql

/** A statement that is not sent yet; awaiting it sends it. */
export type Statement<T extends readonly Postgres.MaybeRow[] = Postgres.Row[]> = Postgres.PendingQuery<T>

export type SqlOptions = {
  /** A `postgres://` address, as an alternative to `host`. */
  url?: string
  /** Returns the password for each new connection; without it the password is in the address. */
  password?: () => Promise<string>
  /**
   * Certificates (PEM), one of which must have signed the server's, like `sslmode=verify-full`, whatever the
   * address says.
   */
  ca?: string
  /** The folder of a Unix socket (the embedded server), or a host name. */
  host?: string
  database?: string
  /** How many connections this pool has at most. */
  max?: number
  applicationName?: string
  /**
   * How many seconds a statement may be without any answer (45, or up to a third longer) until its connection is
   * taken for lost; one of a transaction that lifts its own limit may be for ever.
   */
  answerWithinS?: number
  /** Through a transaction pooler: no prepared statements, and the limits are those of the role. */
  isPooled?: boolean
}

/**
 * The limits of a session. An open writing transaction holds back every reader's feed (the bound is
 * cluster-wide), so a transaction lives at most 30 s, idles 15 s, and waits 10 s for a lock.
 */
const sessionLimits = {
  transaction_timeout: 30_000,
  idle_in_transaction_session_timeout: 15_000,
  lock_timeout: 10_000,
}

/**
 * Opens a connection pool; connections are made when first used.
 * Values: `timestamptz` is a Date; `date` stays text (a birthday has no time zone); `bigint` is a number, and a
 * BigInt only beyond 2^53; `numeric` and `xid8` are text (`sum()` of a bigint is numeric: cast it). A string
 * given for a `timestamptz` or a `json` parameter is sent as it is, so microseconds survive and JSON is not
 * encoded twice; a bare string as a JSON *value* therefore needs its own quotes.
 */
export function openSql(options: SqlOptions): Sql {
  const {
    url,
    host,
    database,
    max = 10,
    applicationName = 'infield',
    isPooled = false,
    answerWithinS = 45,
    ca,
    password,
  } = options
  const settings = {
    max,
    backoff: pauseBeforeTry,
    answer_timeout: answerWithinS,
    onnotice: () => {},
    types: valueTypes,
    connection: { application_name: applicationName, TimeZone: 'UTC', ...(!isPooled && sessionLimits) },
    ...(isPooled && { prepare: false }),
    ...(password && { password }),
    ...(ca !== undefined && { ssl: { ca } }),
    ...(database && { database }),
  }
  // Cast without custom type parameters, so that Sql and Tx stay plain names everywhere else.
  if (url) return postgres(url, settings) as unknown as Sql
  if (host?.startsWith('/')) {
    const path = `${host}/.s.PGSQL.5432`
    return postgres({ ...settings, host: 'localhost', path, user: 'postgres' }) as unknown as Sql
  }
  return postgres({ ...settings, ...(host && { host }) }) as unknown as Sql
}

/**
 * Returns how many seconds to wait before a lost connection is tried again. The driver's own pause grows to
 * twenty seconds, and all connections of a pool share its count: after half of them were lost at once, callers
 * waited ten to twenty seconds for a database that was long back.
 */
const pauseBeforeTry = (tries: number) => Math.min(3 ** tries / 100, 0.5)

const textOr = (encode: (value: unknown) => string) => (value: unknown) =>
  typeof value === 'string' ? value : encode(value)

const isoText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : new Date(value as number).toISOString()

const toNumber = (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const asText = { serialize: String, parse: (text: string) => text }

/** Keyed by Postgres type ids: 20 int8, 114 json, 1082 date, 1114 timestamp, 1184 timestamptz, 3802 jsonb. */
const valueTypes = {
  json: { to: 114, from: [114], serialize: textOr(JSON.stringify), parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: textOr(JSON.stringify), parse: JSON.parse },
  bigint: { to: 20, from: [20], serialize: String, parse: toNumber },
  day: { to: 1082, from: [1082], ...asText },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: textOr(isoText),
    parse: (text: string) => new Date(`${text}Z`),
  },
  date: { to: 1184, from: [1184], serialize: textOr(isoText), parse: (text: string) => new Date(text) },
}
