import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * The choices that narrow a list of the desk. The address holds them, so that a reload, a link and the way back show the
 * same list. It does not hold what is typed: people are searched for by their names, and addresses end up in logs.
 */
export function useNarrowed(): [
  said: Record<string, unknown>,
  /** An empty text takes a choice out. */
  narrow: (change: Record<string, string>) => void,
] {
  const said = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const narrow = (change: Record<string, string>) =>
    void navigate({ to: '/admin', search: (now: object) => ({ ...now, ...change }), replace: true })
  return [said, narrow]
}

/** What an address says, where it is one of these; an address that somebody wrote by hand may say anything. */
export const oneOf = <T extends string>(all: readonly T[], said: unknown): T | null =>
  all.find((each) => each === said) ?? null
