import { useSyncExternalStore } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import type { Moment } from '../../sync/moment.ts'
import { CALLS } from '../../sync/paths.ts'
import type { CallResult } from '../app/call.ts'
import { callLater } from '../app/call-later.ts'
import { keepRoster, seenRoster } from './seen.ts'

/** The directory as far as it is loaded. */
export type Roster = {
  athletes: PublicAthlete[]
  /** Where the next page begins; null at the end. */
  after: string | null
  /** When this was seen, where the server could not be asked; null while it is what the server says. */
  seenAt: Moment | null
  /** Nothing is known: the server was not reached and nothing was seen before. */
  isMissing: boolean
}

const PATIENCE_MS = 8_000
const MISSING: Roster = { athletes: [], after: null, seenAt: null, isMissing: true }

let shown: Roster | null = null
const listeners = new Set<() => void>()

/** The first page: what the page came with, what the server says, or what was last seen here. */
export async function loadRoster(first: unknown): Promise<Roster> {
  const answer = first ? { ok: true as const, value: first as AthletesAnswer } : await askRoster('')
  if (!answer.ok) return show(rosterSeen())
  const isInBrowser = typeof document !== 'undefined'
  if (!isInBrowser) return fresh(answer.value)
  keepRoster(answer.value.athletes)
  return show(fresh(answer.value))
}

/** Adds the next page to what is shown; what went wrong otherwise. */
export async function loadMoreAthletes(): Promise<CallResult<AthletesAnswer>> {
  const before = shown ?? MISSING
  const answer = await askRoster(before.after ?? '')
  if (!answer.ok) return answer
  const athletes = [...before.athletes, ...answer.value.athletes]
  keepRoster(athletes)
  show({ ...before, athletes, after: answer.value.after })
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

function askRoster(after: string): Promise<CallResult<AthletesAnswer>> {
  return callLater<AthletesAnswer>(CALLS.athletes, { query: { after }, timeoutMs: PATIENCE_MS })
}

function rosterSeen(): Roster {
  const seen = seenRoster()
  return seen ? { athletes: seen.athletes, after: null, seenAt: seen.at, isMissing: false } : MISSING
}

function fresh({ athletes, after }: AthletesAnswer): Roster {
  return { athletes, after, seenAt: null, isMissing: false }
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
