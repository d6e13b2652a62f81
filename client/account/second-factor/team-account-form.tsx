import { type FormEvent, useState } from 'react'
import type { NewSecondFactor, RecoveryCodes } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { refreshOnceMore } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { differWords, NewPasswordFields, useNewPassword } from '../password/new-password-fields.tsx'
import { sayRefusal, useAccountCall } from '../use-account-call.ts'
import { CodeField } from './code-field.tsx'
import { NewKey } from './new-key.tsx'
import { RecoveryCodesCard } from './recovery-codes.tsx'

/**
 * Creates an admin's account from the set-up link of a new server or from an invitation to the team: name and
 * password, then the second factor.
 */
export function TeamAccountForm({ token, onEntered }: { token: string; onEntered: () => void }) {
  const steps = useTeamAccount(token)
  const { shown, isMending, codes, isBusy, error, typed, code, setCode } = steps
  if (codes) {
    return <RecoveryCodesCard codes={codes} of="app" onKept={() => void refreshOnceMore().then(onEntered)} />
  }
  return (
    <form onSubmit={steps.submit} method="post" className="grid gap-5" noValidate>
      {shown && (
        <>
          <NewKey shown={shown} />
          <CodeField value={code} onChange={setCode} />
        </>
      )}
      <div hidden={shown !== null && !isMending} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" name="firstName" autoComplete="given-name" />
          <TextField label="Last name" name="lastName" autoComplete="family-name" />
        </div>
        <EmailField label="Your email address" name="email" autoComplete="username" />
        <NewPasswordFields typed={typed} label="Password" isTeam />
      </div>
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        {shown ? 'Create the account' : 'Continue'}
      </Button>
    </form>
  )
}

/** Refusals after which the key that was shown makes no account. */
const START_OVER = ['set-up-expired', 'link-spent']

/** Loads the rules of a password. If they cannot be loaded, the server checks it. */
const loadRules = () => import('../../../sync/account/password.ts').catch(() => null)

function useTeamAccount(token: string) {
  const { isBusy, error, setError, send } = useAccountCall()
  const typed = useNewPassword()
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<NewSecondFactor | null>(null)
  /** Whether the server refused one of the first fields after the key was shown; the key stays valid. */
  const [isMending, setMending] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [rules] = useState(loadRules)
  const next = async (form: FormData) => {
    const [firstName = '', lastName = '', email = ''] = ['firstName', 'lastName', 'email'].map((name) =>
      String(form.get(name)).trim(),
    )
    if (!firstName || !lastName || !email) return setError('Enter your name and your email address.')
    if (!typed.isSame) return setError(differWords('Password'))
    const long = (await rules)?.checkPasswordLength(typed.password, 'admin')
    if (long && !long.ok) return setError(await sayRefusal(long.refusal))
    if (!shown) {
      const begun = await send<NewSecondFactor>(CALLS.beginFirstAdmin, { token, email })
      return begun.ok ? setShown(begun.value) : undefined
    }
    const { sealed } = shown
    const admin = { token, firstName, lastName, email, password: typed.password, sealed, code }
    const made = await send<RecoveryCodes>(CALLS.firstAdmin, admin)
    if (made.ok) return setCodes(made.value.recoveryCodes)
    if (!('refusal' in made)) return
    const { code: why } = made.refusal
    if (START_OVER.includes(why)) setShown(null)
    setMending(why !== 'wrong-code' && !START_OVER.includes(why))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void next(new FormData(event.currentTarget))
  }
  return { shown, isMending, codes, isBusy, error, typed, code, setCode, submit }
}
