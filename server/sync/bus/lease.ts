import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { every, startStopwatch } from '../../pause.ts'

/** By which way a server hears of changes just now. */
export type Way = 'notify' | 'broker'

const RENEW_MS = 5_000
/** Three renewals may fail before a way is taken for one that nobody hears by. */
const LEASE_S = 20

export type Lease = {
  /** Says at once by which way this server hears. Resolves once changes are told that way, or the database is away. */
  renew(): Promise<void>
  stop(): void
}

type Options = { way: () => Way; missed: () => void; log: Context['log'] }

/**
 * Keeps the database telling by the way that this server hears (`tell_live`): by NOTIFY where no server hears a broker,
 * by the relay where one does, and both ways where they differ. `missed` is called when nobody may have told it for a
 * while.
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
    // from a broker that went silent, or from a database that was away, to a way that is heard again
    if (lapsed || (before === 'broker' && now === 'notify')) missed()
    before = now
    sinceRenewal = startStopwatch()
  }
  // one at a time, so that the last word is the newest
  const renew = () => {
    last = last.then(renewOnce)
    return last
  }
  return { renew, stop: every(RENEW_MS, () => void renew()) }
}

/** Where no broker is heard anywhere there is nothing to say: NOTIFY it is. What its relay left is told to nobody. */
async function leaseNotify(sql: Sql): Promise<void> {
  await sql`
    with renewed as (
      update live_way set notified_until = clock_timestamp() + ${LEASE_S} * interval '1 second'
      where brokered_until > clock_timestamp()
    )
    delete from live_change
    where (select brokered_until from live_way) < clock_timestamp() - ${LEASE_S} * interval '1 second'`
}

/** The first to hear a broker leaves those who do not the time to say so. */
async function leaseBroker(sql: Sql): Promise<void> {
  await sql`
    update live_way set
      notified_until = case when brokered_until > clock_timestamp() then notified_until
        else greatest(notified_until, clock_timestamp() + ${LEASE_S} * interval '1 second') end,
      brokered_until = clock_timestamp() + ${LEASE_S} * interval '1 second'`
}
