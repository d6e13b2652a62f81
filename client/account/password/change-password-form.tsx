import { type FormEvent, useRef, useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useLater } from '../../ui/use-later.ts'
import { useAccountCall } from '../use-account-call.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

/** Loads the form for a user who has forgotten the current password. */
const loadMailLinkForm = async () => (await import('../mail-link-form.tsx')).MailLinkForm

/**
 * The form that changes the password for a user who knows the current one (S2-2.36). Whoever has forgotten it gets a
 * link by mail, also while signed in.
 */
export function ChangePasswordForm() {
  const email = useSession().person?.email ?? ''
  const [isForgotten, setForgotten] = useState(false)
  const MailLinkForm = useLater(loadMailLinkForm)
  if (!isForgotten || !MailLinkForm)
    return <CurrentPasswordForm isAsking={isForgotten} onForgotten={() => setForgotten(true)} />
  const back = { backTo: 'I know my password', onBack: () => setForgotten(false) }
  return <MailLinkForm purpose="password-reset" email={email} {...back} />
}

type CurrentPasswordFormProps = { isAsking: boolean; onForgotten: () => void }

function CurrentPasswordForm({ isAsking, onForgotten }: CurrentPasswordFormProps) {
  const { person } = useSession()
  const { isBusy, error, setError, sendProven } = useAccountCall()
  const typed = useNewPassword()
  const form = useRef<HTMLFormElement>(null)
  const submit = async (fields: FormData) => {
    const [email, currentPassword] = [String(fields.get('email')).trim(), String(fields.get('current'))]
    if (!email || !currentPassword) return setError('Enter your email address and your current password.')
    if (!typed.isSame) return setError(ACCOUNT_COPY.passwordsDiffer)
    const body = { email, currentPassword, newPassword: typed.password }
    if (!(await sendProven(CALLS.changePassword, body)).ok) return
    typed.clear()
    form.current?.reset()
    showToast({ text: ACCOUNT_COPY.passwordUpdated, tone: 'success' })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <p className="text-muted text-pretty">
        This signs out every {person ? 'other device; you stay signed in here' : 'device'}.
      </p>
      <EmailField
        key={person?.email}
        label="Your email address"
        name="email"
        autoComplete="username"
        defaultValue={person?.email}
      />
      <div>
        <PasswordField label="Current password" name="current" autoComplete="current-password" />
        <Button tone="quiet" size="small" loading={isAsking} onClick={onForgotten} className="-ml-3.5 mt-1">
          Forgot password?
        </Button>
      </div>
      <NewPasswordFields typed={typed} label="New password" isTeam={person && person.role === 'admin'} />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Update password
      </Button>
    </form>
  )
}
