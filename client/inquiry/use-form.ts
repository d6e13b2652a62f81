import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { COPY } from '../../sync/copy.ts'

export type FormName = 'contact.send' | 'application.send' | 'suggestion.send' | 'waitlist.send'

/** What is wrong: with a field by its name, or with the whole. */
export type FormProblem = { field: string; text: string | null }

/** `kept`: safe in this device's outbox, not yet with the server. */
export type FormStage =
  | { at: 'writing'; problem: FormProblem | null }
  | { at: 'saving' }
  | { at: 'kept' }
  | { at: 'sent' }

const loadSending = () => import('./send-form.ts')

/**
 * A public form: it is sent by way of the outbox, which is loaded when somebody begins to write, so that it is here
 * should the network be gone by the time they send.
 */
export function useForm(name: FormName) {
  const [stage, setStage] = useState<FormStage>({ at: 'writing', problem: null })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)]
    const fields = Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
    setStage({ at: 'saving' })
    stop.current?.()
    try {
      const { sendForm } = await loadSending()
      stop.current = await sendForm({ name, fields }, setStage)
    } catch {
      setStage({ at: 'writing', problem: { field: '', text: notTaken(name) } })
    }
  }
  const begin = () => void loadSending().catch(() => {})
  const again = useCallback(() => setStage({ at: 'writing', problem: null }), [])
  return { stage, submit, begin, again }
}

/** What is said where a form could not even be kept (S1-5.4; on the waitlist S2-8.11). */
export function notTaken(name: FormName): string {
  return name === 'waitlist.send' ? COPY.waitlistFailed : COPY.submission
}

/** What is said under a field, where it is the one that was not understood; of the whole where it is named by nothing. */
export function fieldProblem(stage: FormStage, field: string): string | null {
  return stage.at === 'writing' && stage.problem?.field === field ? stage.problem.text : null
}
