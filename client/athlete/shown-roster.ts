import { useSyncExternalStore } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import {
  type DirectoryFilter,
  type DirectorySearch,
  directoryFilterOf,
} from '../../sync/athlete/directory.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import type { Moment } from '../../sync/moment.ts'
import type { CallResult } from '../api/call.ts'

/** The part of the directory that is loaded. */
export type Roster = {
  athletes: PublicAthlete[]
  /** The filter that these athletes match. */
  filter: DirectoryFilter
  /** The cursor of the next page; null at the end. */
  after: string | null
  /** True when nothing matches the search as typed, and these athletes are near matches. */
  isNear: boolean
  /** When these athletes were seen, if the server could not be asked; null when they come from the server. */
  seenAt: Moment | null
  /** True when the server could not be reached and this device has seen no athletes before. */
  isMissing: boolean
}

let shown: Roster | null = null
/** Identifies the latest request, so that an older answer which arrives after it is not shown. */
let wanted: symbol | null = null
const listeners = new Set<() => void>()

/** Loads the code that asks, stores and searches, which a page that came with its athletes does not need. */
const loadAsking = () => import('./roster.ts')

/**
 * Loads the first page of the directory: from the page's own data, from the server, or from the matching athletes
 * seen on this device.
 */
export async function loadRoster(search: DirectorySearch, first: unknown): Promise<Roster> {
  const filter = directoryFilterOf(search)
  const mine = Symbol()
  wanted = mine
  const isInBrowser = typeof document !== 'undefined'
  if (first) {
    const roster = { ...(first as AthletesAnswer), filter, seenAt: null, isMissing: false }
    if (isInBrowser) loadAsking().then(({ keepPage }) => keepPage(roster), nothing)
    return isInBrowser ? show(roster) : roster
  }
  const roster = await loadAsking().then(
    ({ askRoster }) => askRoster(filter),
    () => ({ athletes: [], filter, after: null, isNear: false, seenAt: null, isMissing: true }),
  )
  return wanted === mine ? show(roster) : roster
}

/** Adds the next page to the roster on show. Returns the longer roster, or the failed call. */
export async function loadMoreAthletes(before: Roster): Promise<CallResult<Roster>> {
  const { askMore } = await loadAsking()
  const answer = await askMore(before)
  // Do not show the answer if the user has changed the filter meanwhile.
  if (answer.ok && (!shown || isSameFilter(shown.filter, before.filter))) show(answer.value)
  return answer
}

/** Returns the roster on show, which grows page by page; `first` is the roster that the route loaded. */
export function useRoster(first: Roster): Roster {
  return useSyncExternalStore(
    watchRoster,
    () => shown ?? first,
    () => first,
  )
}

export function isSameFilter(one: DirectoryFilter, other: DirectoryFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
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

function nothing(): void {}
