import type { Queryable, Sql } from './sql.ts'
import { inOneStatement, inTransaction } from './transaction.ts'

/** A number that running servers count up, kept in the database and also in the store of files. */
export type Beat = { generation: number; beat: number }

/**
 * What happened to the database since a server last looked. `failed-over`: another timeline of the same cluster,
 * after a promotion or a restore to a point in time. `put-back`: an older state in the same place. `moved`:
 * another cluster.
 */
export type Noticed = 'nothing' | 'failed-over' | 'put-back' | 'moved'

type Kept = { epoch: string; now: string; isHere: boolean; generation: number; beat: number }

/**
 * Returns the epoch: it identifies a state of a cluster and changes after a restore and after a standby took
 * over.
 */
export async function epochOf(sql: Queryable): Promise<string> {
  const [row] = await sql<{ epoch: string }[]>`select app_epoch() as epoch`
  return row?.epoch ?? ''
}

/**
 * Detects what happened to the database, at every start and whenever a pull or a beat finds an epoch that was not
 * recorded. `beside` is the count in the store of files; it is ahead, in its generation or its beat, if the database
 * was put back.
 * A revision is a transaction number of its cluster. In another cluster the feed is renumbered, because the old
 * numbers may lie in the future, which no pull would reach. In the same cluster the numbers stay, and with them
 * the checkpoints of all devices that had seen nothing which may be lost.
 */
export async function noticeEpoch(sql: Sql, beside: Beat | null = null): Promise<Noticed> {
  const seen = await readKept(sql)
  if (seen && changeOf(seen, beside) === 'nothing') return 'nothing'
  return inTransaction(sql, async (tx) => {
    const kept = await readKept(tx, tx`for update`)
    if (!kept) {
      // If two servers find a new database at once, the second finds the first one's row.
      await tx`insert into feed_epoch (epoch, cluster) values (app_epoch(), app_cluster()) on conflict do nothing`
      return 'nothing'
    }
    const change = changeOf(kept, beside)
    if (change === 'nothing') return change
    if (change === 'moved') await numberAnew(tx)
    else await keepPast(tx, kept.epoch)
    // Beyond both, because the generations after the older state's were epochs of states that are gone.
    if (change === 'put-back')
      await tx`update feed_epoch set generation = greatest(generation, ${beside?.generation ?? 0}::int) + 1`
    await tx`update feed_epoch set epoch = app_epoch(), cluster = app_cluster(), restored_at = app_now()`
    return change
  })
}

async function readKept(sql: Queryable, lock = sql``): Promise<Kept | undefined> {
  const [kept] = await sql<Kept[]>`
    select epoch, app_epoch() as now, cluster = app_cluster() as "isHere", generation, beat from feed_epoch ${lock}`
  return kept
}

function changeOf({ epoch, now, isHere, generation, beat }: Kept, beside: Beat | null): Noticed {
  if (!isHere) return 'moved'
  if (epoch !== now) return 'failed-over'
  if (!beside) return 'nothing'
  // An older state that is put back a second time does not know the generation that began with the first time.
  const isAhead = beside.generation > generation || (beside.generation === generation && beside.beat > beat)
  return isAhead ? 'put-back' : 'nothing'
}

async function numberAnew(tx: Queryable): Promise<void> {
  await tx`set local transaction_timeout = 0`
  await tx`delete from feed_epoch_past`
  await tx`update feed_epoch set beat_xmin = null`
  await tx`update feed set rev = pg_current_xact_id()`
}

/**
 * Records the former epoch. Transactions that had ended before the last beat in this database are not lost; all
 * others may be.
 */
async function keepPast(tx: Queryable, epoch: string): Promise<void> {
  await tx`
    insert into feed_epoch_past (epoch, intact_below)
    select ${epoch}, beat_xmin from feed_epoch where beat_xmin is not null on conflict do nothing`
  await tx`
    update feed_epoch_past set intact_below = least(intact_below, feed_epoch.beat_xmin) from feed_epoch
    where feed_epoch.beat_xmin is not null`
}

/**
 * Checks whether a checkpoint of a former epoch is still valid: nothing that the device had seen by then was
 * lost.
 */
export async function isIntact(sql: Sql, place: { epoch: string; rev: string }): Promise<boolean> {
  const [past] = await sql`
    select from feed_epoch_past where epoch = ${place.epoch} and ${place.rev}::text::xid8 < intact_below`
  return past !== undefined
}

/**
 * Counts one beat and records which transactions have ended. Returns null if the epoch has changed, which must be
 * noticed first.
 */
export async function beat(sql: Sql): Promise<Beat | null> {
  const [row] = await inOneStatement(
    sql,
    (one) => one<Beat[]>`
      update feed_epoch set beat = beat + 1, beat_xmin = pg_snapshot_xmin(pg_current_snapshot())
      where epoch = app_epoch() returning generation, beat`,
  )
  return row ?? null
}
