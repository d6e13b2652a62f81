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

/** The directory as far as it is loaded. */
export type Roster = {
  athletes: PublicAthlete[]
  /** What it is narrowed to. */
  filter: DirectoryFilter
  /** Where the next page begins; null at the end. */
  after: string | null
  /** Nobody matches as it was typed: these come near. */
  isNear: boolean
  /** When this was seen, where the server could not be asked; null while it is what the server says. */
  seenAt: Moment | null
  /** Nothing is known: the server was not reached and nothing was seen before. */
  isMissing: boolean
}

let shown: Roster | null = null
/** What the latest request is for: an older answer that comes after it is not shown. */
let wanted: symbol | null = null
const listeners = new Set<() => void>()

/** Asking, keeping and searching what was kept: not needed for a page that came with its athletes. */
const loadAsking = () => import('./roster.ts')

/** The first page: what the page came with, what the server says, or those of the athletes seen here who match. */
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

/** Adds the next page to what is shown; what went wrong otherwise. */
export async function loadMoreAthletes(before: Roster): Promise<CallResult<Roster>> {
  const { askMore } = await loadAsking()
  const answer = await askMore(before)
  // meanwhile it may have been narrowed to something else
  if (answer.ok && (!shown || isSameFilter(shown.filter, before.filter))) show(answer.value)
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
