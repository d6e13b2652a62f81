import { FORTNIGHT_MS, PAYOUT_SETTLES_MS } from '../../../sync/limits.ts'
import { duePeriods, type Period } from '../../../sync/payment/payout.ts'

const HOUR_MS = 3_600_000

/** Returns the period for which an athlete who earns at this moment is paid, and when that payout is due. */
export function nextPayday(now: number, kind: Period['kind'] = 'fortnight'): Period & { dueAt: number } {
  for (let at = now - (now % HOUR_MS); at < now + 3 * FORTNIGHT_MS; at += HOUR_MS) {
    const period = duePeriods(at).find((each) => each.kind === kind)
    if (period && period.endsAt > now) return { ...period, dueAt: period.endsAt + PAYOUT_SETTLES_MS }
  }
  throw new Error(`no ${kind} ends soon`)
}
