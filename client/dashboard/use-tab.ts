import { useRef } from 'react'
import type { KnownPerson } from '../api/session.ts'
import { type DashboardTab, type FirstFacts, firstTab, namedTab } from './dashboard-tabs.ts'

/** The part that is open. What a bare address opens is decided once: it does not change under somebody's hands. */
export function useTab(named: unknown, person: KnownPerson, facts: FirstFacts): DashboardTab | null {
  const first = useRef<DashboardTab | null>(null)
  first.current ??= firstTab(person, facts)
  return namedTab(named, person) ?? first.current
}
