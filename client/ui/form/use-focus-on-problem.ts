import { useEffect, useReducer, useRef } from 'react'

/**
 * Returns a function that moves the focus to the first wrong field of a form, which may be far above its button.
 * The focus moves only after the form has shown what is wrong, because a slow device draws that later than its next
 * frame.
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
