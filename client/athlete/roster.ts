import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type DirectoryFilter, directorySearchOf } from '../../sync/athlete/directory.ts'
import { compareInOrder, isInDirectory, nearestFirst } from '../../sync/athlete/directory-rule.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { CallResult } from '../api/call.ts'
import { callLater } from '../api/call-later.ts'
import { keepRoster, seenRoster } from './recently-seen.ts'
import type { Roster } from './shown-roster.ts'

const PATIENCE_MS = 8_000

/**
 * Asks the server for the first page of the directory and stores it. If the server cannot be reached, returns the
 * matching athletes that this device has seen.
 */
export async function askRoster(filter: DirectoryFilter): Promise<Roster> {
  const answer = await askPage(filter, '')
  if (!answer.ok) return rosterSeen(filter)
  const roster = { ...answer.value, filter, seenAt: null, isMissing: false }
  keepPage(roster)
  return roster
}

/** Returns the roster with its next page, or the failed call. */
export async function askMore(before: Roster): Promise<CallResult<Roster>> {
  const answer = await askPage(before.filter, before.after ?? '')
  if (!answer.ok) return answer
  const athletes = [...before.athletes, ...answer.value.athletes]
  const roster = { ...before, athletes, after: answer.value.after }
  keepPage(roster)
  return { ok: true, value: roster }
}

/**
 * Stores a page from the server. An athlete whom this page should contain but does not is no longer on the
 * roster, and is dropped.
 */
export function keepPage({ athletes, after, filter }: Roster): void {
  const last = athletes.at(-1)
  const isReached = (each: PublicAthlete) =>
    after === null || (filter.sort === 'name' && !!last && compareInOrder(each, last, filter) <= 0)
  keepRoster(athletes, (each) => isReached(each) && isInDirectory(each, filter))
}

function askPage(filter: DirectoryFilter, after: string): Promise<CallResult<AthletesAnswer>> {
  const query = { ...directorySearchOf(filter), after }
  return callLater<AthletesAnswer>(CALLS.athletes, { query, timeoutMs: PATIENCE_MS })
}

/** Returns the matching athletes that this device has seen, by the same rule and in the same order as the server. */
function rosterSeen(filter: DirectoryFilter): Roster {
  const seen = seenRoster()
  const everybody = seen?.athletes ?? []
  const exact = everybody.filter((each) => isInDirectory(each, filter))
  const before = (a: PublicAthlete, b: PublicAthlete) => compareInOrder(a, b, filter)
  const near = exact.length === 0 && filter.q !== '' ? nearestFirst(everybody, filter) : []
  return {
    athletes: near.length > 0 ? near : exact.sort(before),
    filter,
    after: null,
    isNear: near.length > 0,
    seenAt: seen?.at ?? null,
    isMissing: !seen,
  }
}
