import { type FormEvent, useRef, useState } from 'react'
import { FORM_COPY } from '../../sync/forms/copy.ts'
import { holdBackReload } from '../api/reload-page.ts'
import type { CardError, CardFormProps, Confirmation } from './card-seam.tsx'

type Seam = Pick<CardFormProps, 'beforeConfirm' | 'onBusy' | 'onConfirmed'>

/**
 * Runs one confirmation at a time, however often the button is pressed: first `beforeConfirm`, then the card, then
 * `onConfirmed`. The button works again after that, for a page that still shows the form. A text from `check` says
 * what the card lacks, and is shown before anything else starts.
 */
export function useConfirmation(
  { beforeConfirm, onBusy, onConfirmed }: Seam,
  confirm: () => Promise<Confirmation>,
  check: () => string | null | Promise<string | null>,
) {
  const isRunning = useRef(false)
  const [problem, setProblem] = useState<CardError | null>(null)

  const run = async (): Promise<boolean> => {
    const lacking = await check()
    if (lacking !== null) setProblem({ text: lacking })
    if (lacking !== null || !(await beforeConfirm())) return false
    const confirmation = await confirm()
    if (!confirmation.ok) setProblem({ text: confirmation.problem })
    return confirmation.ok
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setProblem(null)
    const ended = confirmOnce()
    // The bank may ask in its own app, and the page must still be there when the fan is back.
    holdBackReload(ended)
    await ended
    isRunning.current = false
  }
  const confirmOnce = async () => {
    onBusy(true)
    const confirmed = await run().catch((error) => {
      reportError(error)
      setProblem({ text: FORM_COPY.submission })
      return false
    })
    // Begun before the form is free again, so that nobody takes a confirmed card for one that was left.
    const after = confirmed ? onConfirmed().catch(reportError) : null
    onBusy(false)
    await after
  }
  return { submit, problem }
}
