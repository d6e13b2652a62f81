import { useState } from 'react'

/** Rows that are chosen to be dealt with together; what is no longer listed is no longer chosen. */
export function useChosen(listed: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = listed.filter((id) => chosen.has(id))
  return {
    ids,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    clear: () => setChosen(new Set()),
  }
}

export type Chosen = ReturnType<typeof useChosen>
