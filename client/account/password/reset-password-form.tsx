import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import { refreshOnceMore } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { DoneNote } from '../done-note.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

/** The page that a mailed reset link opens: sets a new password without the old one (D74). */
export function ResetPasswordForm({ token }: { token: string }) {
  const { isBusy, error, setError, send } = useAccountCall()
  const typed = useNewPassword()
  const [isDone, setDone] = useState(false)
  const submit = async () => {
    if (!typed.isSame) return setError(ACCOUNT_COPY.passwordsDiffer)
    const set = await send(CALLS.resetPassword, { token, password: typed.password })
    if (!set.ok) return
    setDone(true)
    // Update the session, because the reset has ended the sessions of all devices, this one included.
    await refreshOnceMore()
  }
  if (isDone) {
    return (
      <DoneNote
        icon="check"
        title={ACCOUNT_COPY.passwordReset}
        action={<ButtonLink to="/signin">Sign in</ButtonLink>}
      >
        <p>Every device was signed out. Sign in with the new password; what lies on a device stays there.</p>
      </DoneNote>
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <p className="text-muted text-pretty">A new password signs out every device.</p>
      <NewPasswordFields typed={typed} label="New password" isTeam={null} />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Set the password
      </Button>
      <p>
        <Link to="/signin" className="link label inline-flex min-h-11 items-center">
          Ask for another link
        </Link>
      </p>
    </form>
  )
}
