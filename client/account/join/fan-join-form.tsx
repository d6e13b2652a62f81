import type { FormEvent } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { serverNow } from '../../app/session.ts'
import { countryOptions } from '../../text/country-options.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DoneNote } from '../done-note.tsx'
import { EmailField } from '../email-field.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { useJoining } from './use-joining.ts'
import { UsernameField } from './username-field.tsx'

/** How a fan gets an account (S2-2.33). What it says in the end is the same for every address (D112). */
export function FanJoinForm() {
  const joining = useJoining()
  const { typed, problems, isBusy, error, isDone, mayJoin } = joining
  if (isDone) return <Joined email={typed.email} />
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (mayJoin) void joining.submit()
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <PersonFields {...joining} />
      <UsernameField
        value={typed.username}
        error={problems.username ?? null}
        onChange={(username) => joining.change({ username })}
        onLeave={(username) => void joining.askUsername(username)}
      />
      <NewPasswordFields typed={joining.passwords} label="Password" error={problems.password} />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy} disabled={!mayJoin}>
        {isBusy ? 'Submitting' : 'Create my account'}
      </Button>
      <p className="text-muted text-sm">
        By joining you accept the{' '}
        <a className="link" href="/termsofservice">
          terms of service
        </a>{' '}
        and the{' '}
        <a className="link" href="/privacypolicy">
          privacy policy
        </a>
        .
      </p>
    </form>
  )
}

type PersonField = 'firstName' | 'lastName' | 'birthDate' | 'countryCode' | 'city' | 'email'

function PersonFields({ typed, problems, change }: ReturnType<typeof useJoining>) {
  const field = (name: PersonField) => ({
    value: typed[name],
    error: problems[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  const name = { maxLength: LIMITS.nameCharacters }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 [&>*:nth-child(n+3)]:max-sm:col-span-2">
      <TextField label="First name" autoComplete="given-name" {...name} {...field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...name} {...field('lastName')} />
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
      <EmailField
        label="E-mail"
        autoComplete="email"
        maxLength={LIMITS.emailCharacters}
        {...field('email')}
      />
    </div>
  )
}

function Joined({ email }: { email: string }) {
  return (
    <DoneNote
      title={COPY.checkConfirmation}
      action={
        <ButtonLink to="/ask" tone="secondary">
          Browse the roster
        </ButtonLink>
      }
    >
      <p>{COPY.profileMade}</p>
      <p>
        It goes to <b className="break-all text-ink">{email}</b>. Open the link in it and type the password
        you have just chosen: from then on every question you asked with this address is on your dashboard.
      </p>
    </DoneNote>
  )
}
