import { useLocation, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many links to entries of the desk led here. It makes each of them a new visit, even to the same address. */
    opened?: number
  }
}

/** Returns the id of the entry that the address names, or null. A part of the desk is mounted again for each visit. */
export function useNamedId(): string | null {
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

/** Returns a key that is new whenever a link leads to an entry, also to the one that the address names already. */
export function useVisit(): string {
  const named = useNamedId()
  const opened = useLocation({ select: ({ state }) => state.opened ?? 0 })
  return named === null ? '' : `${named} ${opened}`
}
