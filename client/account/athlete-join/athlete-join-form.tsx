import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { RESIDENCE_CODES } from '../../../sync/athlete/residence.ts'
import { useOnline } from '../../api/connection.ts'
import { serverNow } from '../../api/session.ts'
import { CoverPicturesField } from '../../media/picture/cover-pictures-field.tsx'
import { PictureField } from '../../media/picture/picture-field.tsx'
import { countryOptions } from '../../text/country-options.ts'
import { FEE_LINE } from '../../text/fee-line.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { BirthDateField, CityField, CountryField, NameFields, tieOf } from '../../ui/form/person-fields.tsx'
import { useFocusOnProblem } from '../../ui/form/use-focus-on-problem.ts'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { useLater } from '../../ui/use-later.ts'
import { NetworkFields } from '../join/network-fields.tsx'
import { TermsLine } from '../join/terms-line.tsx'
import { UsernameField } from '../join/username-field.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { CodeField } from './code-field.tsx'
import { EMPTY, type TextName } from './joining-values.ts'
import type { KeptJoining } from './kept-joining.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useAthleteJoining } from './use-athlete-joining.ts'
import { WelcomeDialog } from './welcome-dialog.tsx'

/** Loads the page shown after the sign-up, well before the user has filled in so many fields. */
const loadJoined = () => import('./athlete-joined.tsx').then((found) => found.AthleteJoined)

/** Returns a sign-up with this code in which nothing is filled in yet. */
export const beginJoining = (code: string): KeptJoining => ({ code, values: EMPTY })

type Joining = ReturnType<typeof useAthleteJoining>
/** The props of a part of the form: the values, the problems, and the tie of each text field. */
export type FormPart = Pick<Joining, 'values' | 'problems' | 'change'> & {
  text: (name: TextName) => ReturnType<typeof tieOf>
}

type AthleteJoinFormProps = {
  begun: KeptJoining
  /** Called when the user has thrown the form away. */
  onForget: () => void
}

/** Steps 2 to 4 of an athlete's sign-up: the form, its submission, and the page after it (S2-2.22 to S2-2.28). */
export function AthleteJoinForm({ begun, onForget }: AthleteJoinFormProps) {
  const joining = useAthleteJoining(begun)
  const focusOnProblem = useFocusOnProblem()
  const { values, problems, change, isBusy, mayJoin } = joining
  const AthleteJoined = useLater(loadJoined)
  const [isGreeted, setGreeted] = useState(begun.values !== EMPTY)
  const again = () => {
    setGreeted(true)
    joining.again()
  }
  if (joining.isDone && AthleteJoined) return <AthleteJoined email={values.email} onWrong={again} />
  const text = (name: TextName) =>
    tieOf(values[name], (value) => change({ [name]: value }), { error: problems[name] ?? null })
  const part: FormPart = { values, problems, change, text }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!mayJoin || (await joining.submit())) return
    focusOnProblem(form)
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
          <Button type="submit" size="large" loading={isBusy || joining.isDone} disabled={!mayJoin}>
            {isBusy || joining.isDone ? 'Submitting' : 'Create my account'}
          </Button>
          <TermsLine />
          <KeptHere onForget={() => void joining.forget().then(onForget)} />
        </div>
      </form>
      {!isGreeted && <WelcomeDialog />}
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
      <EmailField label="Email" autoComplete="email" {...text('email')} />
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

/** Says that the form is kept on this device, and offers to throw it away. */
function KeptHere({ onForget }: { onForget: () => void }) {
  const online = useOnline()
  useEffect(() => {
    // Load the code that prepares pictures now, because there may be no network when the user chooses one.
    void import('../../media/picture/read-picture.ts').catch(() => {})
  }, [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <StatusLine icon={online ? 'device' : 'offline'} live>
        {online
          ? `Kept ${keptWhere()} until you send it, without your password.`
          : `Offline. What you entered is kept ${keptWhere()}, without your password; sending it needs a network.`}
      </StatusLine>
      <Button tone="quiet" size="small" onClick={onForget}>
        Throw it away
      </Button>
    </div>
  )
}
