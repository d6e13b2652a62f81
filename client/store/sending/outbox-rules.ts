import { DAY_MS, HOUR_MS, LIMITS } from '../../../sync/limits.ts'
import type { Outcome, PushedIntent } from '../../../sync/protocol.ts'
import type { OutboxRow } from '../../db/device.ts'
import { isAnnouncement } from './announced.ts'

/** On how many occasions the server may fail over one entry before the entry is parked and tried hourly. */
export const PARK_AFTER = 5
/**
 * Failures closer together than this count as one occasion, so that five occasions span an hour and a short outage
 * parks nothing.
 */
export const OCCASION_MS = HOUR_MS / 4
/** How long settled entries are kept, so that they can be sent again after a restore of the server. */
export const SETTLED_KEPT_MS = 30 * DAY_MS

const ENVELOPE_BYTES = 1_024

export type BatchLimits = {
  /** The subjects that wait for a later pass. */
  skipped: ReadonlySet<string>
  /** Send one entry at a time, to find the one that makes the whole push fail. */
  alone: boolean
  /** How many entries something on the way has refused; from the first on, those tried least go first. */
  blocked?: number
  /**
   * Something has changed (a start, the network, the user's return), so parked entries are tried before their time.
   */
  anew: boolean
  now: number
}

/**
 * Returns the entries to send next, given rows in the order of their counter. Takes one entry of each subject, so
 * that its outcome is known before the next one of the subject leaves. A parked entry holds back only its own
 * subject.
 */
export function nextBatch(rows: readonly OutboxRow[], limits: BatchLimits): OutboxRow[] {
  const due = firstOfSubjects(rows, limits)
  if (limits.alone) return due.toSorted(limits.blocked ? byTries : byHaste).slice(0, 1)
  const most = due.slice(0, LIMITS.pushIntents)
  let bytes = ENVELOPE_BYTES
  const end = most.findIndex((row, at) => {
    bytes += sizeOf(row)
    return at > 0 && bytes > LIMITS.requestBytes
  })
  return end === -1 ? most : most.slice(0, end)
}

function firstOfSubjects(
  rows: readonly OutboxRow[],
  { skipped, anew, now }: Omit<BatchLimits, 'alone'>,
): OutboxRow[] {
  const held = new Set(skipped)
  return rows.filter((row) => {
    if (row.state === 'settled' || row.state === 'refused' || held.has(row.subject)) return false
    held.add(row.subject)
    return row.state !== 'parked' || anew || isParkedDue(row, now)
  })
}

/** The order of entries that go one by one: announcements first, because a question's clock waits for them. */
function byHaste(a: OutboxRow, b: OutboxRow): number {
  return Number(isAnnouncement(b.name)) - Number(isAnnouncement(a.name)) || byTries(a, b)
}

/** Entries which fail in every pass come after the others, so that each of the others has its turn. */
function byTries(a: OutboxRow, b: OutboxRow): number {
  return a.tries - b.tries
}

/**
 * Returns whether a parked entry is due. It is tried hourly; a `parkedAt` in the future comes from a wrong clock,
 * so the entry is due. An announcement is due in every pass, because it stops the question's clock and the video
 * waits for it.
 */
export function isParkedDue(row: Pick<OutboxRow, 'name' | 'parkedAt'>, now: number): boolean {
  const parkedFor = now - (row.parkedAt ?? 0)
  return isAnnouncement(row.name) || parkedFor >= HOUR_MS || parkedFor < 0
}

/**
 * Returns the change for an entry that the server failed to process: another try, or parked from the fifth occasion
 * on.
 */
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

/**
 * Returns whether the server refused an intent because its build is too old to know it. The intent is sent again
 * once the server is replaced.
 */
export function isUnknownThere(outcome: Outcome): boolean {
  return outcome.state === 'refused' && outcome.refusal.code === 'unknown-intent'
}

/** Converts an entry to the form in which it is sent. */
export function travelling({ id, name, version, args }: OutboxRow): PushedIntent {
  return { id, name, version, args }
}

function sizeOf(row: OutboxRow): number {
  return new TextEncoder().encode(JSON.stringify(travelling(row))).byteLength + 1
}
