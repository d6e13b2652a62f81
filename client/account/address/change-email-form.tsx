import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useAccountCall } from '../use-account-call.ts'

type ChangeEmailFormProps = { onAsked: () => void; onCancel: () => void }

/**
 * Asks for a new email address. The server mails both addresses a link, and nothing changes until both are
 * confirmed.
 */
export function ChangeEmailForm({ onAsked, onCancel }: ChangeEmailFormProps) {
  const { isBusy, error, setError, send } = useAccountCall()
  const [password, setPassword] = useState('')
  const submit = async (form: FormData) => {
    const email = String(form.get('email')).trim()
    if (!email) return setError('Enter your new email address.')
    if (!password) return setError('Enter your password.')
    if ((await send(CALLS.changeEmail, { email, password })).ok) onAsked()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={onSubmit} method="post" className="card grid gap-4 p-5" noValidate>
      <p className="text-muted text-pretty">
        We mail a link to your current address and one to the new address. Your address changes when you have
        confirmed it in both mails.
      </p>
      <EmailField label="New email address" name="email" autoComplete="email" autoFocus />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FieldError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isBusy}>
          Send both mails
        </Button>
        <Button tone="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
