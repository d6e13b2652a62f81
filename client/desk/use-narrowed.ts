import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Returns the choices that narrow a list of the desk, and a function that changes them. The address holds the
 * choices, so that a reload, a link and the Back button show the same list. The text of a search stays out of it,
 * because admins search for people by name and addresses end up in logs.
 */
export function useNarrowed(): [
  said: Record<string, unknown>,
  /** Changes the given choices; an empty string removes a choice. */
  narrow: (change: Record<string, string>) => void,
] {
  const said = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const narrow = (change: Record<string, string>) =>
    void navigate({
      to: '/admin',
      search: (now: object) => ({ ...now, ...change }),
      // The visit to a named entry stays the same.
      state: true,
      replace: true,
    })
  return [said, narrow]
}

/**
 * Returns what the address says if it is one of `all`, otherwise null: anybody can write anything into an address.
 */
export const oneOf = <T extends string>(all: readonly T[], said: unknown): T | null =>
  all.find((each) => each === said) ?? null
