import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type DirectoryFilter, directorySearchOf } from '../../sync/athlete/directory.ts'
import { isInDirectory } from '../../sync/athlete/directory-rule.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { CallResult } from '../app/call.ts'
import { callLater } from '../app/call-later.ts'
import { keepRoster, seenRoster } from './seen.ts'
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
  const isReached = ({ username }: PublicAthlete) => after === null || username <= after
  keepRoster(athletes, (each) => isReached(each) && isInDirectory(each, filter))
}

function askPage(filter: DirectoryFilter, after: string): Promise<CallResult<AthletesAnswer>> {
  const query = { ...directorySearchOf(filter), after }
  return callLater<AthletesAnswer>(CALLS.athletes, { query, timeoutMs: PATIENCE_MS })
}

function rosterSeen(filter: DirectoryFilter): Roster {
  const seen = seenRoster()
  const athletes = seen?.athletes.filter((each) => isInDirectory(each, filter)) ?? []
  athletes.sort((a, b) => (a.username < b.username ? -1 : 1))
  return { athletes, filter, after: null, seenAt: seen?.at ?? null, isMissing: !seen }
}
