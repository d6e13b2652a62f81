import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../db/sql.ts'
import { settled } from '../database.ts'
import type { Device } from '../rights/device.ts'
import type { Draw } from '../workloads/random.ts'
import { type Cast, changeSomething } from './changes.ts'

class RolledBack extends Error {}

/** How many of the writers' transactions ended in which way. */
export type Tally = { committed: number; rolledBack: number; givenUp: number }

/** SQLSTATEs of a deadlock, a serialization failure, a duplicate key and a lock timeout. */
const GIVEN_UP = ['40P01', '40001', '23505', '55P03']

function countUndone(tally: Tally, error: unknown): void {
  if (error instanceof RolledBack) tally.rolledBack += 1
  else if (GIVEN_UP.includes((error as { code?: string }).code ?? '')) tally.givenUp += 1
  else throw error
}

/**
 * Runs one writer with short transactions, of which some are slow, some roll back, and some fail as expected. Which
 * ones roll back depends on the writer's number alone, so that even a short run has some.
 */
export async function write(
  pool: Sql,
  cast: Cast,
  { number, draw, transactions, tally }: { number: number; draw: Draw; transactions: number; tally: Tally },
): Promise<void> {
  for (let n = 0; n < transactions; n += 1) {
    const written = pool.begin(async (tx) => {
      for (let k = 1 + draw.int(3); k > 0; k -= 1) {
        await changeSomething(tx as unknown as Sql, cast, draw)
        if (draw.chance(0.6)) await sleep(draw.int(12))
      }
      if ((number + n) % 7 === 0) throw new RolledBack()
    })
    await written.then(
      () => {
        tally.committed += 1
      },
      (error) => countUndone(tally, error),
    )
  }
}

/** Runs a transaction that writes at once but commits only after many later ones have. */
export async function writeSlowly(pool: Sql, readers: string[], tally: Tally): Promise<void> {
  const written = pool.begin(async (tx) => {
    await tx`update person set price_cents = coalesce(price_cents, 0) + 1 where id = any (${readers}::uuid[])`
    await sleep(250)
  })
  await written.catch((error) => countUndone(tally, error))
}

/** Commits a slow transaction after later writes that reconnecting devices have already pulled. */
export async function beOvertaken(pool: Sql, devices: Device[], cast: Cast): Promise<void> {
  const slow = await openWriter(pool, (tx) => saveDrafts(tx, cast))
  await saveDrafts(pool, cast)
  for (const device of devices) await device.disconnect()
  await comeBack(devices)
  await slow.commit()
}

/**
 * Holds a transaction open that writes nothing visible. While it is open, no device can find rows written since it
 * began, not even a device that was away when they were written and reconnects too early.
 */
export async function holdBack(pool: Sql, devices: Device[], cast: Cast): Promise<void> {
  const slow = await openWriter(pool, (tx) => tx`insert into guest (id) values (gen_random_uuid())`)
  for (const device of devices) await device.disconnect()
  await saveDrafts(pool, cast)
  await sleep(50)
  await comeBack(devices)
  await slow.commit()
}

/** Takes documents that every device of a fan holds out of its sight. */
export async function discardHeld(pool: Sql, devices: Device[], cast: Cast): Promise<void> {
  await saveDrafts(pool, cast, 'to discard')
  await settled(pool)
  for (const device of devices) await device.disconnect()
  await comeBack(devices)
  await pool`update draft set discarded = true, revision = revision + 1 where body = 'to discard'`
}

/** Opens a transaction that writes and then stays open until `commit`, however long a busy machine takes. */
async function openWriter(
  pool: Sql,
  change: (tx: Sql) => Promise<unknown>,
): Promise<{ commit(): Promise<void> }> {
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = pool.begin(async (tx) => {
    await change(tx as unknown as Sql)
    written.resolve()
    await told.promise
  })
  await Promise.race([written.promise, ended])
  return {
    async commit() {
      told.resolve()
      await ended
    },
  }
}

/** Reconnects each device and waits until it has pulled everything it can find. */
async function comeBack(devices: Device[]): Promise<void> {
  for (const device of devices) await device.connect()
  for (const device of devices) while (!device.isUpToDate()) await sleep(10)
}

/** Runs the task while each fan has a draft that no trigger announced, so that not even a new device finds it. */
export async function whileUnheard<T>(pool: Sql, cast: Cast, task: () => Promise<T>): Promise<T> {
  const unheard = (change: (tx: Sql) => Promise<unknown>) =>
    pool.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await change(tx as unknown as Sql)
    })
  await unheard((tx) => saveDrafts(tx, cast, 'unheard'))
  const result = await task()
  await unheard((tx) => tx`delete from draft where body = 'unheard'`)
  return result
}

async function saveDrafts(on: Sql, { fans, athletes }: Cast, body = 'b'): Promise<void> {
  await on`insert into draft (id, person_id, athlete_id, body, base, saved_at)
    select gen_random_uuid(), person, ${athletes[0] ?? ''}, ${body}, 0, app_now() from unnest(${fans}::uuid[]) as person`
}
