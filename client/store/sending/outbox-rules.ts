import { DAY_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import type { Outcome, PushedIntent } from '../../../sync/protocol.ts'
import type { OutboxRow } from '../../db/device.ts'
import { isAnnouncement } from './announced.ts'

/** On so many occasions the server may be in trouble over one entry before it is set aside and tried hourly. */
export const PARK_AFTER = 5
/** Failures nearer to each other than this are one occasion: five are an hour of trouble, and no outage of a minute. */
export const OCCASION_MS = HOUR_MS / 4
/** Settled entries are kept this long, to be sent again should the server have been restored. */
export const SETTLED_KEPT_MS = 30 * DAY_MS

const ENVELOPE_BYTES = 1_024

export type BatchLimits = {
  /** Subjects that wait for a later pass. */
  skipped: ReadonlySet<string>
  /** One entry at a time: to find the one that spoils the whole. */
  alone: boolean
  /** Something has changed (a start, the network, the person): what is set aside is tried before its time. */
  anew: boolean
  now: number
}

/**
 * The entries to send next, of rows in the order of their counter: one a subject, so that whatever becomes of it is
 * known before the next one of the same subject leaves. A parked entry holds back its own subject and no other.
 */
export function nextBatch(
  rows: readonly OutboxRow[],
  { skipped, alone, anew, now }: BatchLimits,
): OutboxRow[] {
  const held = new Set(skipped)
  const batch: OutboxRow[] = []
  let bytes = ENVELOPE_BYTES
  for (const row of rows) {
    if (row.state === 'settled' || row.state === 'refused' || held.has(row.subject)) continue
    held.add(row.subject)
    if (row.state === 'parked' && !anew && !isParkedDue(row, now)) continue
    bytes += sizeOf(row)
    if (batch.length > 0 && bytes > LIMITS.requestBytes) break
    batch.push(row)
    if (alone || batch.length === LIMITS.pushIntents) break
  }
  return batch
}

/**
 * A parked entry is tried hourly; one parked "later" was parked by a clock that has been set right since. What announces
 * a video is tried with every pass: it stops a clock, and its bytes wait for it.
 */
export function isParkedDue(row: Pick<OutboxRow, 'name' | 'parkedAt'>, now: number): boolean {
  const parkedFor = now - (row.parkedAt ?? 0)
  return isAnnouncement(row.name) || parkedFor >= HOUR_MS || parkedFor < 0
}

/** What the server's own trouble with an entry makes of it: another try, or parked after the fifth occasion. */
export function afterFailure(
  { failures: before, failedAt = null }: Pick<OutboxRow, 'failures' | 'failedAt'>,
  now: number,
): Pick<OutboxRow, 'state' | 'failures' | 'failedAt' | 'parkedAt'> {
  const isSameOccasion = before > 0 && failedAt !== null && now >= failedAt && now - failedAt < OCCASION_MS
  const told = isSameOccasion ? { failures: before, failedAt } : { failures: before + 1, failedAt: now }
  return told.failures >= PARK_AFTER
    ? { state: 'parked', ...told, parkedAt: now }
    : { state: 'waiting', ...told, parkedAt: null }
}

/** A server of a former build refuses what it has never heard of; it is to be asked again once it is replaced. */
export function isUnknownThere(outcome: Outcome): boolean {
  return outcome.state === 'refused' && outcome.refusal.code === 'unknown-intent'
}

/** How an entry travels. */
export function travelling({ id, name, version, args }: OutboxRow): PushedIntent {
  return { id, name, version, args }
}

function sizeOf(row: OutboxRow): number {
  return new TextEncoder().encode(JSON.stringify(travelling(row))).byteLength + 1
}
