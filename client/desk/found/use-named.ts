import { useSearch } from '@tanstack/react-router'

/** Returns the id of the entry that the address names, or null. A part of the desk is mounted again for each id. */
export function useNamedId(): string | null {
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  return typeof id === 'string' ? id : null
}
