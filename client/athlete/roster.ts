import { useSyncExternalStore } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import {
  type DirectoryFilter,
  type DirectorySearch,
  directoryFilterOf,
  directorySearchOf,
  isInDirectory,
} from '../../sync/athlete/directory.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import type { Moment } from '../../sync/moment.ts'
import { CALLS } from '../../sync/paths.ts'
import type { CallResult } from '../app/call.ts'
import { callLater } from '../app/call-later.ts'
import { keepRoster, seenRoster } from './seen.ts'

/** The directory as far as it is loaded. */
export type Roster = {
  athletes: PublicAthlete[]
  /** What it is narrowed to. */
  filter: DirectoryFilter
  /** Where the next page begins; null at the end. */
  after: string | null
  /** When this was seen, where the server could not be asked; null while it is what the server says. */
  seenAt: Moment | null
  /** Nothing is known: the server was not reached and nothing was seen before. */
  isMissing: boolean
}

const PATIENCE_MS = 8_000

let shown: Roster | null = null
/** What the latest request is for: an older answer that comes after it is not shown. */
let wanted: symbol | null = null
const listeners = new Set<() => void>()

/** The first page: what the page came with, what the server says, or those of the athletes seen here who match. */
export async function loadRoster(search: DirectorySearch, first: unknown): Promise<Roster> {
  const filter = directoryFilterOf(search)
  const mine = Symbol()
  wanted = mine
  const answer = first ? { ok: true as const, value: first as AthletesAnswer } : await askRoster(filter, '')
  const roster = answer.ok ? { ...answer.value, filter, seenAt: null, isMissing: false } : rosterSeen(filter)
  const isInBrowser = typeof document !== 'undefined'
  if (!isInBrowser) return roster
  if (answer.ok) keepPage(roster)
  return wanted === mine ? show(roster) : roster
}

/** Adds the next page to what is shown; what went wrong otherwise. */
export async function loadMoreAthletes(before: Roster): Promise<CallResult<AthletesAnswer>> {
  const answer = await askRoster(before.filter, before.after ?? '')
  if (!answer.ok) return answer
  const athletes = [...before.athletes, ...answer.value.athletes]
  const roster = { ...before, athletes, after: answer.value.after }
  keepPage(roster)
  // meanwhile it may have been narrowed to something else
  if (!shown || isSameFilter(shown.filter, before.filter)) show(roster)
  return answer
}

/** What is shown of the directory, which grows page by page; `first` is what the route loaded. */
export function useRoster(first: Roster): Roster {
  return useSyncExternalStore(
    watchRoster,
    () => shown ?? first,
    () => first,
  )
}

export function isSameFilter(one: DirectoryFilter, other: DirectoryFilter): boolean {
  return one.q === other.q && one.tags.join() === other.tags.join()
}

function askRoster(filter: DirectoryFilter, after: string): Promise<CallResult<AthletesAnswer>> {
  const query = { ...directorySearchOf(filter), after }
  return callLater<AthletesAnswer>(CALLS.athletes, { query, timeoutMs: PATIENCE_MS })
}

/** Whoever the server would have named by now and did not is no longer on the roster. */
function keepPage({ athletes, after, filter }: Roster): void {
  const isReached = ({ username }: PublicAthlete) => after === null || username <= after
  keepRoster(athletes, (each) => isReached(each) && isInDirectory(each, filter))
}

function rosterSeen(filter: DirectoryFilter): Roster {
  const seen = seenRoster()
  const athletes = seen?.athletes.filter((each) => isInDirectory(each, filter)) ?? []
  athletes.sort((a, b) => (a.username < b.username ? -1 : 1))
  return { athletes, filter, after: null, seenAt: seen?.at ?? null, isMissing: !seen }
}

function show(roster: Roster): Roster {
  shown = roster
  for (const listener of listeners) listener()
  return roster
}

function watchRoster(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
