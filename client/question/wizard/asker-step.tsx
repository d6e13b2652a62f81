import { useState } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { serverNow, useSession } from '../../app/session.ts'
import { countryOptions } from '../../text/country-options.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { DraftEvent } from '../asking/ask-draft.ts'
import type { StepProblems } from '../asking/check-step.ts'

type AskerStepProps = {
  asker: Asker
  athleteName: string
  dispatch: (event: DraftEvent) => void
  problems: StepProblems
}

/** Step 2: who is asking (S1-4.7). */
export function AskerStep({ asker, athleteName, dispatch, problems }: AskerStepProps) {
  const [left, setLeft] = useState<ReadonlySet<keyof Asker>>(new Set())
  const { state } = useSession()
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  const field = (name: keyof Asker) => ({
    value: asker[name],
    error: left.has(name) ? (problems[name] ?? null) : null,
    onBlur: () => setLeft(new Set([...left, name])),
    onChange: ({ target }: { target: { value: string } }) =>
      dispatch({ type: 'asker', change: { [name]: target.value } }),
  })
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {athleteName} sees your first name, your age and where you live, so that the answer fits you.
        {state !== 'signed-in' && ' No account is needed.'}
      </p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 [&>*:nth-child(n+3)]:max-sm:col-span-2">
        <TextField
          label="First name"
          data-autofocus
          autoComplete="given-name"
          maxLength={LIMITS.nameCharacters}
          {...field('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={LIMITS.nameCharacters}
          {...field('lastName')}
        />
        <DateField
          label="Date of birth"
          autoComplete="bday"
          min={LIMITS.earliestBirthDate}
          max={today}
          {...field('birthDate')}
        />
        <SelectField
          label="Country"
          autoComplete="country"
          placeholder="Choose a country"
          options={countryOptions()}
          {...field('countryCode')}
        />
        <TextField
          label="City"
          autoComplete="address-level2"
          maxLength={LIMITS.cityCharacters}
          {...field('city')}
        />
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.emailCharacters}
          hint="Your private link to the answer goes here."
          {...field('email')}
        />
      </div>
    </div>
  )
}
