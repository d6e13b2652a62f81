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

/** What the server says of the directory, kept; or those of the athletes seen here who match. */
export async function askRoster(filter: DirectoryFilter): Promise<Roster> {
  const answer = await askPage(filter, '')
  if (!answer.ok) return rosterSeen(filter)
  const roster = { ...answer.value, filter, seenAt: null, isMissing: false }
  keepPage(roster)
  return roster
}

/** The roster with its next page; what went wrong otherwise. */
export async function askMore(before: Roster): Promise<CallResult<Roster>> {
  const answer = await askPage(before.filter, before.after ?? '')
  if (!answer.ok) return answer
  const athletes = [...before.athletes, ...answer.value.athletes]
  const roster = { ...before, athletes, after: answer.value.after }
  keepPage(roster)
  return { ok: true, value: roster }
}

/** Keeps what the server said; whoever it would have named by now and did not is no longer on the roster. */
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

/** The same rule and order as the server's, over what this device has seen. */
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
