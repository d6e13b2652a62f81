import { useState } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { serverNow, useSession } from '../../app/session.ts'
import { countryOptions } from '../../text/country-options.ts'
import { PersonFields, tieOf } from '../../ui/form/person-fields.tsx'
import type { DraftEvent } from '../asking/ask-draft.ts'
import type { StepProblems } from '../asking/check-step.ts'

type AskerStepProps = {
  asker: Asker
  athleteName: string
  dispatch: (event: DraftEvent) => void
  problems: StepProblems
}

const HINTS: Partial<Record<keyof Asker, string>> = { email: 'Your private link to the answer goes here.' }

/** Step 2: who is asking (S1-4.7). */
export function AskerStep({ asker, athleteName, dispatch, problems }: AskerStepProps) {
  const [left, setLeft] = useState<ReadonlySet<keyof Asker>>(new Set())
  const { state } = useSession()
  const field = (name: keyof Asker) =>
    tieOf(asker[name], (value) => dispatch({ type: 'asker', change: { [name]: value } }), {
      error: left.has(name) ? (problems[name] ?? null) : null,
      hint: HINTS[name],
      'data-autofocus': name === 'firstName' || undefined,
      onBlur: () => setLeft(new Set([...left, name])),
    })
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {athleteName} sees your first name, your age and where you live, so that the answer fits you.
        {state !== 'signed-in' && ' No account is needed.'}
      </p>
      <PersonFields
        field={field}
        today={new Date(serverNow()).toISOString().slice(0, 10)}
        countries={countryOptions()}
      />
    </div>
  )
}
