import { HOUR_MS } from '../../../sync/limits.ts'
import { FOR_GOOD, type Step } from '../grounds/ground.ts'
import { type Invariant, intents } from './money.ts'

/** How far a schedule's servers may be behind because it kept them away, or kept events from them. */
type Allowed = {
  /** How long due work may wait for a server that does it. */
  awayMs: number
  /** How long a bank's own action may stay unknown. */
  unheardMs: number
  /** Whether the provider is unreachable until all faults are healed; orders made in time may then lapse there. */
  isGone: boolean
}

/** How long any schedule may wait after a crash, until the provider forgets its idempotency keys; few wait longer. */
const AWAY_MS = 25 * HOUR_MS
/** How often the server asks the provider about a hold that a question needs, with or without an event. */
const ASKED_EVERY_MS = 6 * HOUR_MS + 120_000

/** Returns the allowances that these steps justify. */
function allowedBy(steps: readonly Step[]): Allowed {
  const waits = steps.map((step) => (step.do === 'wait' ? step.ms : 0))
  const isUnheard = steps.some((step) => step.do === 'webhooks' && (step.drops > 0 || step.delaySeconds > 0))
  const isGone = steps.some((step) => step.do === 'outage' && step.times >= FOR_GOOD)
  return {
    awayMs: Math.max(AWAY_MS, ...waits) + HOUR_MS,
    unheardMs: isUnheard ? ASKED_EVERY_MS : 0,
    isGone,
  }
}

/** Returns what holds an hour after the last fault of these steps. */
export function knownInTime(steps: readonly Step[]): Invariant[] {
  const { unheardMs } = allowedBy(steps)
  return [
    {
      invariant: 'D31',
      says: 'the database says something else of a hold than the provider',
      rows: (sql) => sql`
      select h.id, h.state, i.status, h.release_reason from hold h left join ${intents(sql)} on i.hold_id = h.id::text
      where (h.state = 'captured') <> coalesce(i.status = 'succeeded', false)
        or (h.state in ('released', 'lapsed') and i.status not in ('canceled'))
        or (h.state = 'held' and i.status is distinct from 'requires_capture'
          -- a bank let it go early and no news of it came: its question asks by itself, and before it takes anything
          and not (i.cancelled = 'automatic'
            and i.cancelled_at between app_now() - ${unheardMs} * interval '1 millisecond' and h.capture_before))
        or h.state in ('capturing', 'releasing')`,
    },
  ]
}

/** Returns what holds when everything has come to its end after these steps. */
export function givenBackInTime(steps: readonly Step[]): Invariant[] {
  const { awayMs, isGone } = allowedBy(steps)
  return [
    {
      invariant: 'M4',
      says: 'a hold ran out at the bank because nobody gave it back',
      // All servers may have been away when the release was due, and a bank may let a hold go early by itself.
      rows: (sql) => sql`
      select i.id, h.ask_id, i.cancelled_at, q.settled_at from ${intents(sql)} left join hold h on h.id::text = i.hold_id
      left join question q on q.id = h.ask_id where i.cancelled = 'automatic' and i.cancelled_at >= coalesce(h.capture_before, h.created_at + interval '6 days')
        and coalesce(q.settled_at < i.cancelled_at - ${awayMs} * interval '1 millisecond', h.created_at < i.cancelled_at - interval '3 days' and q.id is null)
        and not (${isGone} and exists (select from money_operation m
          where m.subject_id = h.id and m.kind = 'release' and m.created_at <= q.settled_at))`,
    },
  ]
}
