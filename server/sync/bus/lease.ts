import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { every, startStopwatch } from '../../pause.ts'

/** The way by which a server hears of changes at the moment. */
export type Way = 'notify' | 'broker'

const RENEW_MS = 5_000
/** A way counts as unused only after three failed renewals. */
const LEASE_S = 20

export type Lease = {
  /**
   * States at once how this server hears. Resolves once changes are announced that way, or when the database is
   * unavailable.
   */
  renew(): Promise<void>
  stop(): void
}

type Options = { way: () => Way; missed: () => void; log: Context['log'] }

/**
 * Keeps the database announcing changes by the way that this server hears (`tell_live`): by NOTIFY if no server
 * hears a broker, through the relay if one does, and both ways if servers differ. Calls `missed` when changes may
 * have gone unannounced for a while.
 */
export function startLease(sql: Sql, { way, missed, log }: Options): Lease {
  let sinceRenewal = startStopwatch()
  let before: Way | null = null
  let last = Promise.resolve()
  const renewOnce = async () => {
    const now = way()
    try {
      await (now === 'broker' ? leaseBroker(sql) : leaseNotify(sql))
    } catch (error) {
      log.warn({ err: error }, 'the way of live changes could not be renewed')
      return
    }
    const lapsed = sinceRenewal() > LEASE_S * 1_000
    // the server changed from a silent broker, or from an unavailable database, to a way that it hears again
    if (lapsed || (before === 'broker' && now === 'notify')) missed()
    before = now
    sinceRenewal = startStopwatch()
  }
  // one renewal at a time, so that the last one written is the newest
  const renew = () => {
    last = last.then(renewOnce)
    return last
  }
  return { renew, stop: every(RENEW_MS, () => void renew()) }
}

/**
 * Renews the lease on NOTIFY. Without a broker anywhere there is nothing to renew, because NOTIFY is the default.
 * Deletes what the relay left behind.
 */
async function leaseNotify(sql: Sql): Promise<void> {
  await sql`
    with renewed as (
      update live_way set notified_until = clock_timestamp() + ${LEASE_S} * interval '1 second'
      where brokered_until > clock_timestamp()
    )
    delete from live_change
    where (select brokered_until from live_way) < clock_timestamp() - ${LEASE_S} * interval '1 second'`
}

/**
 * Renews the lease on the broker. The first server to hear a broker keeps NOTIFY going for a while, so that servers
 * that do not hear it have time to say so.
 */
async function leaseBroker(sql: Sql): Promise<void> {
  await sql`
    update live_way set
      notified_until = case when brokered_until > clock_timestamp() then notified_until
        else greatest(notified_until, clock_timestamp() + ${LEASE_S} * interval '1 second') end,
      brokered_until = clock_timestamp() + ${LEASE_S} * interval '1 second'`
}
