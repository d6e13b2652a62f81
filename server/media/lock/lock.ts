import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { letLast } from '../../db/lasting.ts'
import type { Sql, Tx } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'

const channel = 'media_release'
const patienceMs = 30_000
const pauseMs = 50
const triesBetweenRequests = 20

/**
 * Creates the locks that allow one writer per upload on all servers. A request that wants a held lock asks its
 * holder to release it. The locks of a process live in one database session, so they end with the process. If the
 * session is lost, every request that relied on it is asked to stop.
 */
export function createLocker(sql: Sql): Locker {
  const held = new Map<string, Holder>()
  const askedToRelease = listenOnce(sql, (id) => {
    const holder = held.get(id)
    // a request that still waits for the lock elsewhere also hears its own message, so only a holder reacts
    if (holder?.isTaken) void holder.release()
  })
  const enterSession = sharedSession(sql)

  async function take(id: string, release: RequestRelease, until: AbortSignal) {
    await askedToRelease()
    for (let holder = held.get(id); holder; holder = held.get(id)) {
      await holder.release()
      await orAborted(holder.freed, until)
    }
    const holder = newHolder(release)
    held.set(id, holder)
    try {
      holder.session = enterSession(() => void holder.release())
      await takeEverywhere(holder.session, id, until)
      holder.isTaken = true
    } catch (error) {
      await give(id)
      throw error
    }
  }

  async function takeEverywhere(session: Session, id: string, until: AbortSignal) {
    for (let tries = 0; !(await session.tryLock(keyOf(id))); tries++) {
      if (tries % triesBetweenRequests === 0) await sql.notify(channel, id)
      await once(AbortSignal.timeout(pauseMs), 'abort')
      if (until.aborted) throw lockedOut()
    }
  }

  async function give(id: string) {
    const holder = held.get(id)
    held.delete(id)
    try {
      await holder?.session?.leave(keyOf(id))
    } finally {
      holder?.free()
    }
  }

  const newLock = (id: string): Lock => ({
    lock: (signal, release) => take(id, release, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])),
    unlock: () => give(id),
  })
  return { newLock }
}

type Holder = {
  release: RequestRelease
  freed: Promise<void>
  free(): void
  isTaken: boolean
  session?: Session
}

function newHolder(release: RequestRelease): Holder {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release, freed: promise, free: resolve, isTaken: false }
}

/** Upload clients retry after a 423. */
const lockedOut = () =>
  Object.assign(new Error('the upload is being written'), { status_code: 423, body: '' })

function orAborted(promise: Promise<void>, until: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(lockedOut())
  if (until.aborted) stop()
  until.addEventListener('abort', stop, { once: true })
  return Promise.race([promise, aborted]).finally(() => until.removeEventListener('abort', stop))
}

function keyOf(id: string): string {
  return createHash('sha256').update(`media ${id}`).digest().readBigInt64BE().toString()
}

function listenOnce(sql: Sql, told: (id: string) => void): () => Promise<unknown> {
  let listening: Promise<unknown> | null = null
  return () => {
    listening ??= sql.listen(channel, told).catch((error) => {
      listening = null
      throw error
    })
    return listening
  }
}

type Session = { tryLock(key: string): Promise<boolean>; leave(key: string): Promise<void> }

/**
 * Shares one session among all current locks; the first opens it and the last ends it. It is a read-only
 * transaction, because the pool reserves its connection and reports at once when it is lost, and because it does
 * not hold back any feed.
 */
function sharedSession(sql: Sql): (onLost: () => void) => Session {
  let current: OpenSession | null = null
  return (onLost) => {
    if (!current || current.isOver()) current = openSession(sql)
    const session = current
    session.users.add(onLost)
    return {
      tryLock: async (key) => {
        const [row] = await (await session.tx)<
          { ok: boolean }[]
        >`select pg_try_advisory_lock(${key}::bigint) as ok`
        return row?.ok ?? false
      },
      leave: async (key) => {
        if (!session.isOver()) await (await session.tx)`select pg_advisory_unlock(${key}::bigint)`
        session.users.delete(onLost)
        if (session.users.size === 0) session.end()
      },
    }
  }
}

type OpenSession = { tx: Promise<Tx>; users: Set<() => void>; isOver(): boolean; end(): void }

function openSession(sql: Sql): OpenSession {
  const users = new Set<() => void>()
  const opened = Promise.withResolvers<Tx>()
  const ended = Promise.withResolvers<void>()
  let state: 'open' | 'ended' | 'lost' = 'open'
  opened.promise.catch(() => {})
  inTransaction(sql, async (tx) => {
    await letLast(tx)
    opened.resolve(tx)
    await ended.promise
    await tx`select pg_advisory_unlock_all()`
  }).catch((error) => {
    state = 'lost'
    opened.reject(error)
    for (const onLost of users) onLost()
  })
  return {
    tx: opened.promise,
    users,
    isOver: () => state !== 'open',
    end() {
      // nothing may be written to a lost connection
      if (state !== 'open') return
      state = 'ended'
      ended.resolve()
    },
  }
}
