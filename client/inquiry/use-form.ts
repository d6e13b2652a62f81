import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { FORM_COPY } from '../../sync/forms/copy.ts'
import { dropTyped, keepTyped, readTyped } from '../store/account/typed-forms.ts'

export type FormName = 'contact.send' | 'application.send' | 'suggestion.send' | 'waitlist.send'

/** A problem with a field, named by `field`, or with the whole form, where `field` is empty. */
export type FormProblem = { field: string; text: string | null }

/** `kept` means that the form is in this device's outbox, but not yet on the server. */
export type FormStage =
  | { at: 'writing'; problem: FormProblem | null }
  | { at: 'saving' }
  | { at: 'kept' }
  | { at: 'sent' }

const loadSending = () => import('./send-form.ts')

/**
 * Handles a public form, which is sent through the outbox. `tie` holds the props of its `<form>`: what is typed is
 * kept until it is sent, and the code that sends is loaded at the first focus, so that it is here even if the network
 * is gone when the user sends.
 */
export function useForm(name: FormName) {
  const [stage, setStage] = useState<FormStage>({ at: 'writing', problem: null })
  const stop = useRef<() => void>(undefined)
  const isGone = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    isGone.current = false
    // Read now, because what is typed until the code is here takes its place in the storage.
    const typed = readTyped(name)
    import('./give-back.ts')
      .then(({ giveBack }) => giveBack(name, form, typed, setStage))
      // What was refused stays in the outbox for the next visit.
      .catch(() => {})
    return () => {
      isGone.current = true
      stop.current?.()
    }
  }, [name])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsOf(event.currentTarget)
    const tell = (next: FormStage) => {
      // A refused form is kept again, because the outbox no longer has it.
      if (next.at === 'writing') keepTyped(name, fields)
      else dropTyped(name, fields)
      setStage(next)
    }
    keepTyped(name, fields)
    setStage({ at: 'saving' })
    stop.current?.()
    try {
      const { sendForm } = await loadSending()
      stop.current = await sendForm({ name, fields }, tell)
      if (isGone.current) stop.current()
    } catch {
      setStage({ at: 'writing', problem: { field: '', text: notTaken(name) } })
    }
  }
  const onFocus = () => void loadSending().catch(() => {})
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    keepTyped(name, fieldsOf(currentTarget))
  }
  const again = useCallback(() => setStage({ at: 'writing', problem: null }), [])
  return { stage, tie: { ref: form, onFocus, onInput, onSubmit }, again }
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]))
}

/** Returns the text for a form that could not be saved on this device (S1-5.4; for the waitlist S2-8.11). */
export function notTaken(name: FormName): string {
  return name === 'waitlist.send' ? FORM_COPY.waitlistFailed : FORM_COPY.submission
}

/** Returns the problem of a field, or that of the whole form for an empty name; null if there is none. */
export function fieldProblem(stage: FormStage, field: string): string | null {
  return stage.at === 'writing' && stage.problem?.field === field ? stage.problem.text : null
}
