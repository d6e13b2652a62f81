import { useState } from 'react'
import { type Asker, checkBirthDate } from '../../../sync/account/asker.ts'
import { ageInYears } from '../../../sync/moment.ts'
import { serverNow, useSession } from '../../api/session.ts'
import { countryOptions } from '../../text/country-options.ts'
import { PersonFields, tieOf } from '../../ui/form/person-fields.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { DraftEvent } from '../asking/ask-draft.ts'
import type { StepProblems } from '../asking/check-step.ts'

type AskerStepProps = {
  asker: Asker
  athleteName: string
  dispatch: (event: DraftEvent) => void
  problems: StepProblems
}

const LINK_GOES_HERE = 'Your private link to the answer goes here.'
const OWN_ADDRESS = 'The address of your account: your private link to the answer goes here.'

/** Renders step 2: who is asking (S1-4.7). */
export function AskerStep({ asker, athleteName, dispatch, problems }: AskerStepProps) {
  const [left, setLeft] = useState<ReadonlySet<keyof Asker>>(new Set())
  const { state, person } = useSession()
  const isSignedIn = state === 'signed-in'
  // An app that opens without a network does not know the address of its account, so the fan types it (D96).
  const isGiven = isSignedIn && Boolean(person?.email)
  const isMinor =
    checkBirthDate(asker.birthDate, serverNow()).ok && ageInYears(asker.birthDate, serverNow()) < ADULT
  const field = (name: keyof Asker) =>
    tieOf(asker[name], (value) => dispatch({ type: 'asker', change: { [name]: value } }), {
      error: left.has(name) ? (problems[name] ?? null) : null,
      ...(name === 'email' && { hint: isSignedIn ? OWN_ADDRESS : LINK_GOES_HERE, readOnly: isGiven }),
      'data-autofocus': name === 'firstName' || undefined,
      onBlur: () => setLeft(new Set([...left, name])),
    })
  return (
    <div className="grid gap-5 [&_input[readonly]]:bg-sunken">
      <p className="text-muted">
        {seenBy(athleteName, isMinor)}
        {isSignedIn
          ? !isMinor && ' Your username and your picture are shown, too.'
          : ' No account is needed.'}
      </p>
      <PersonFields
        field={field}
        today={new Date(serverNow()).toISOString().slice(0, 10)}
        countries={countryOptions()}
      />
      {isMinor && (
        <StatusLine icon="info" live>
          You are under {ADULT}: ask a parent or guardian before you send your question, even if it is free.
        </StatusLine>
      )}
    </div>
  )
}

const ADULT = 18

/** Returns which of these fields the athlete will see, by the rule that shows them to the athlete (D104). */
function seenBy(athleteName: string, isMinor: boolean): string {
  return isMinor
    ? `${athleteName} sees your first name, the first letter of your last name, your country and that you are under ${ADULT}.`
    : `${athleteName} sees your first name, the first letter of your last name, your age and where you live, so that the answer fits you.`
}
