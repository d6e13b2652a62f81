import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useAccountCall } from '../use-account-call.ts'
import { CodeField } from './code-field.tsx'

type TurnOffFormProps = {
  /** Whether the account has a passkey, which remains its second factor. */
  hasPasskey: boolean
  onDone: () => void
  onCancel: () => void
}

/** Turns the authenticator app off. The user has to enter both the password and a code. */
export function TurnOffForm({ hasPasskey, onDone, onCancel }: TurnOffFormProps) {
  const { isBusy, error, send } = useAccountCall()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = async () => {
    if (!(await send(CALLS.endSecondFactor, { password, code })).ok) return
    const text = hasPasskey
      ? 'Your authenticator app no longer signs you in; your passkey still does.'
      : 'Signing in takes your password alone from now on.'
    showToast({ text, tone: 'success' })
    onDone()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={onSubmit} method="post" className="card grid gap-4 p-5" noValidate>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <CodeField value={code} onChange={setCode} canRecover isFirst={false} />
      <FieldError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="danger" loading={isBusy} disabled={password === '' || code === ''}>
          Turn it off
        </Button>
        <Button tone="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
