import { useState } from 'react'

/** Keeps the rows that an admin has chosen for one act. A row counts as chosen only while it is listed. */
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
    drop: (id: string) => setChosen((before) => new Set([...before].filter((each) => each !== id))),
    clear: () => setChosen(new Set()),
  }
}
