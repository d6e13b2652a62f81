import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { isUsername } from '../../../sync/account/username.ts'
import { CALLS } from '../../../sync/paths.ts'
import { isRefused } from '../../api/network-error.ts'
import { refreshOnceMore } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { UsernameField } from './username-field.tsx'

type ActivateFormProps = {
  token: string
  /** The page where the user can start the sign-up again. */
  anew?: '/fanjoin' | '/athletejoin'
}

/**
 * The page that an activation link opens. It also asks for the password chosen at sign-up, so that the owner of
 * an address cannot be tricked into activating an account that another person created with it (D43).
 */
export function ActivateForm({ token, anew = '/fanjoin' }: ActivateFormProps) {
  const navigate = useNavigate()
  const { isBusy, error, setError, send } = useAccountCall()
  const [isTaken, setTaken] = useState(false)
  const [username, setUsername] = useState('')
  const submit = async (password: string) => {
    const wanted = isTaken ? { username } : {}
    const made = await send(CALLS.activate, { token, password, ...wanted })
    if (isRefused(made, 'username-taken')) setTaken(true)
    else if (!made.ok && 'offline' in made && made.reason === 'server') setError(ACCOUNT_COPY.userUpdate)
    if (!made.ok) return
    await refreshOnceMore()
    // Go to the sign-in page, because it first offers a question that was begun on this device.
    void navigate({ to: '/signin', hash: '', replace: true })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!password) setError('Enter the password you chose when you signed up.')
    else if (!isTaken || isUsername(username)) void submit(password)
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <p className="text-muted text-pretty">
        One more step: type the password you chose when you signed up. If it was not you who did, close this
        page, and nothing happens.
      </p>
      <PasswordField label="Your password" name="password" autoComplete="current-password" />
      {isTaken && (
        <UsernameField value={username} error={null} onChange={setUsername} onLeave={() => setError(null)} />
      )}
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Activate my account
      </Button>
      <p>
        <Link to={anew} className="link label inline-flex min-h-11 items-center">
          Sign up again
        </Link>
      </p>
    </form>
  )
}
