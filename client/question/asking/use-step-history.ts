import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { newId } from '../../api/new-id.ts'

type Entry = { wizard: string; step: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The wizard that this history entry belongs to, and the step it stands for. */
    ask?: Entry
  }
}

type Steps = {
  /** Called when the wizard goes to this step, by a button or by the browser's Back and Forward. */
  onStep: (step: number) => void
  /** Called when the browser goes back beyond the first step, or after `leave`. */
  onLeave: () => void
}

/**
 * Keeps one history entry for each step, on the same address: the browser's Back goes one step back, and leaves the
 * wizard only from the first step. The entries of an earlier wizard in this tab do not count.
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
    // Otherwise the router would merge pushes of the same moment into one entry.
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
    /** Goes forward, with an entry for every step in between, so that Back passes through them. */
    forward: (step: number) => {
      for (let next = at.current + 1; next <= step; next += 1) push(next)
      latest.current.onStep(step)
    },
    back: (step: number) => {
      if (step < at.current) history.go(step - at.current)
    },
    /** Goes back past all of the wizard's entries. */
    leave: () => history.go(-(at.current + 1)),
  }
}
