import { useEffect, useReducer, useRef } from 'react'

/**
 * Moves the focus to the first field of a form that is wrong, which may stand far above its button. It waits until
 * the form shows what is wrong: a slow device draws that later than its next frame.
 */
export function useFocusOnProblem(): (form: HTMLFormElement) => void {
  const form = useRef<HTMLFormElement>(null)
  const [asked, ask] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [asked])
  return (wrong) => {
    form.current = wrong
    ask()
  }
}
