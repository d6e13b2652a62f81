import { type FormEvent, type ReactNode, useId, useMemo } from 'react'
import { RESIDENCE_CODES } from '../../../sync/athlete/residence.ts'
import { serverNow } from '../../api/session.ts'
import { CoverPicturesField } from '../../media/picture/cover-pictures-field.tsx'
import { PictureField } from '../../media/picture/picture-field.tsx'
import { countryOptions } from '../../text/country-options.ts'
import { FEE_LINE } from '../../text/fee-line.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { BirthDateField, CityField, CountryField, NameFields, tieOf } from '../../ui/form/person-fields.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { NetworkFields } from '../join/network-fields.tsx'
import { TermsLine } from '../join/terms-line.tsx'
import { UsernameField } from '../join/username-field.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { AthleteJoined } from './athlete-joined.tsx'
import { CodeField } from './code-field.tsx'
import { EMPTY, type TextName } from './joining-values.ts'
import { KeptHere } from './kept-here.tsx'
import type { KeptJoining } from './kept-joining.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useAthleteJoining } from './use-athlete-joining.ts'
import { WelcomeDialog } from './welcome-dialog.tsx'

type Joining = ReturnType<typeof useAthleteJoining>
/** What a part of the form is given: what is typed, what is wrong with it, and the tie of a text. */
export type FormPart = Pick<Joining, 'values' | 'problems' | 'change'> & {
  text: (name: TextName) => ReturnType<typeof tieOf>
}

type AthleteJoinFormProps = {
  begun: KeptJoining
  /** Nothing of it is wanted any more. */
  onForget: () => void
}

/** Steps 2 to 4 of an athlete's sign-up: the profile, its sending, and what comes next (S2-2.22 to S2-2.28). */
export function AthleteJoinForm({ begun, onForget }: AthleteJoinFormProps) {
  const joining = useAthleteJoining(begun)
  const { values, problems, change, isBusy, mayJoin } = joining
  if (joining.isDone) return <AthleteJoined email={values.email} />
  const text = (name: TextName) =>
    tieOf(values[name], (value) => change({ [name]: value }), { error: problems[name] ?? null })
  const part: FormPart = { values, problems, change, text }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!mayJoin || (await joining.submit())) return
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <>
      <ScreenHead title="Create an account" lead={FEE_LINE} />
      <form onSubmit={onSubmit} method="post" className="grid grid-cols-1 gap-10" noValidate>
        <PersonPart {...part} />
        <Part title="Pictures">
          <PictureField
            label="Profile picture"
            value={values.picture}
            error={problems.picture ?? null}
            onPicture={(picture) => change({ picture })}
          />
          <CoverPicturesField value={values.covers} onPictures={(covers) => change({ covers })} />
        </Part>
        <Part title="What you know">
          <ProfileFields {...part} />
        </Part>
        <Part title="Where else to find you">
          <NetworkFields text={text} />
        </Part>
        <AccountPart joining={joining} text={text} />
        <div className="grid gap-3">
          {joining.code.isOver && <CodeField value={joining.code.typed} onChange={joining.code.change} />}
          <FieldError error={joining.alert} />
          <Button type="submit" size="large" loading={isBusy} disabled={!mayJoin}>
            {isBusy ? 'Submitting' : 'Create my account'}
          </Button>
          <TermsLine />
          <KeptHere onForget={() => void joining.forget().then(onForget)} />
        </div>
      </form>
      {begun.values === EMPTY && <WelcomeDialog />}
    </>
  )
}

function PersonPart({ text }: FormPart) {
  const countries = useMemo(() => countryOptions().filter(({ value }) => RESIDENCE_CODES.includes(value)), [])
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  return (
    <Part title="About you">
      <NameFields field={text} />
      <BirthDateField
        today={today}
        {...text('birthDate')}
        hint="You must be at least 15 years old to create an account."
      />
      <CountryField
        label="Country"
        options={countries}
        {...text('countryCode')}
        hint="Must be your country of residence for tax purposes."
      />
      <CityField {...text('city')} />
    </Part>
  )
}

type AccountPartProps = { joining: Joining } & Pick<FormPart, 'text'>

function AccountPart({ joining, text }: AccountPartProps) {
  const { values, problems, passwords, change, askUsername } = joining
  return (
    <Part title="Your account">
      <EmailField label="E-mail" autoComplete="email" {...text('email')} />
      <UsernameField
        value={values.username}
        error={problems.username ?? null}
        onChange={(username) => change({ username })}
        onLeave={(username) => void askUsername(username)}
      />
      <NewPasswordFields typed={passwords} label="Password" error={problems.password} />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t pt-6">
      <h2 id={id} className="display mb-5 text-2xl">
        {title}
      </h2>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}
