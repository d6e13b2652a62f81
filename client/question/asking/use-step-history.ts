import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { newId } from '../../api/new-id.ts'

type Entry = { wizard: string; step: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where in which wizard this entry stands. */
    ask?: Entry
  }
}

type Steps = {
  /** The browser went to this step. */
  onStep: (step: number) => void
  /** The browser went back beyond the first one, or the wizard was left by `leave`. */
  onLeave: () => void
}

/**
 * One history entry a step, on the same address: the browser's own Back goes one step back, and out only from the
 * first. The entries are this wizard's alone; those of an earlier one in this tab do not count.
 */
export function useStepHistory({ onStep, onLeave }: Steps) {
  const { history }: { history: RouterHistory } = useRouter()
  const wizard = useRef<string | null>(null)
  const at = useRef(0)
  const latest = useRef({ onStep, onLeave })
  latest.current = { onStep, onLeave }

  const push = (step: number) => {
    at.current = step
    const entry: Entry = { wizard: wizard.current ?? '', step }
    history.push(history.location.href, { ask: entry }, { ignoreBlocker: true })
    // pushes of one moment would become one entry
    history.flush()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first entry is pushed once, whatever renders after
  useEffect(() => {
    if (!wizard.current) {
      wizard.current = newId()
      push(0)
    }
    return history.subscribe(({ location, action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE') return
      const entry = location.state.ask
      if (entry?.wizard !== wizard.current) return latest.current.onLeave()
      at.current = entry.step
      latest.current.onStep(entry.step)
    })
  }, [history])

  return {
    /** Forward: an entry for every step in between, so that Back passes through them. */
    forward: (step: number) => {
      for (let next = at.current + 1; next <= step; next += 1) push(next)
      latest.current.onStep(step)
    },
    back: (step: number) => {
      if (step < at.current) history.go(step - at.current)
    },
    /** Takes all of the wizard's entries back. */
    leave: () => history.go(-(at.current + 1)),
  }
}
