import { useEffect, useId, useState } from 'react'
import { FORM_LIMITS } from '../../sync/forms/form-limits.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { KeptLine } from './form-panel.tsx'
import { fieldProblem, useForm } from './use-form.ts'

const THANKS_MS = 3_000

/** "Have someone else in mind?": a field for a handle, and thanks for three seconds (S1-2.74 to S1-2.77, S1-4.29). */
export function SuggestionBox() {
  const id = useId()
  const { stage, tie, again } = useForm('suggestion.send')
  const [handle, setHandle] = useState('')
  useEffect(() => {
    if (stage.at !== 'sent') return
    setHandle('')
    const timer = setTimeout(again, THANKS_MS)
    return () => clearTimeout(timer)
  }, [stage.at, again])
  const isBusy = stage.at === 'saving' || stage.at === 'kept'
  const problem = fieldProblem(stage, '') ?? fieldProblem(stage, 'handle')
  return (
    <section aria-labelledby={id} className="card grid gap-5 p-5 md:grid-cols-2 md:items-center md:p-8">
      <div>
        <h2 id={id} className="display text-2xl">
          Have someone else in mind?
        </h2>
        <p className="mt-2 text-muted">Tell us where to find them, and we will ask them to join.</p>
      </div>
      <form {...tie} aria-label="Suggest an athlete" className="grid gap-3">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <TextField
              label="Their handle"
              name="handle"
              placeholder="@username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              limit={FORM_LIMITS.handle}
              value={handle}
              readOnly={isBusy}
              error={problem}
              onChange={({ target }) => setHandle(target.value)}
            />
          </div>
          <Button type="submit" tone="secondary" className="mt-7" loading={isBusy}>
            Submit
          </Button>
        </div>
        {stage.at === 'kept' && <KeptLine />}
        {stage.at === 'sent' && (
          <StatusLine icon="check" tone="success" live>
            Thanks! We'll reach out to them.
          </StatusLine>
        )}
      </form>
    </section>
  )
}
