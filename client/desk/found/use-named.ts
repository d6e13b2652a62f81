import { useSearch } from '@tanstack/react-router'

/** Which one of a part the address names; null where it names none. A part begins anew with each. */
export function useNamedId(): string | null {
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  return typeof id === 'string' ? id : null
}
