import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { CallResult } from '../app/call.ts'
import { type Session, signIn, useSession } from '../app/session.ts'
import { useOnline } from '../pwa/connection.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'

/** E-mail and password; whoever shows it decides where a new session leads. */
export function SignInForm() {
  const { email: knownEmail } = useSession().person ?? {}
  const online = useOnline()
  const { submit, error, isBusy } = useSignIn()
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <TextField
        label="Your email address"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={knownEmail}
      />
      <PasswordField label="Your password" name="password" autoComplete="current-password" />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Sign in
      </Button>
      {!online && (
        <StatusLine icon="offline" live>
          Signing in needs a network. What is on this device stays here until then.
        </StatusLine>
      )}
      <p className="text-muted">
        Don't have an account?{' '}
        <Link to="/join" className="link text-ink">
          Create an account
        </Link>
      </p>
    </form>
  )
}

function useSignIn() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    if (!email || !password) {
      setError('Enter your e-mail address and your password.')
      return
    }
    setBusy(true)
    setError(null)
    try {
      setError(await signInError(await signIn(email, password)))
    } finally {
      setBusy(false)
    }
  }
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), error, isBusy }
}

/** The server has just answered, so the sentences can be had from it. */
async function signInError(result: CallResult<Session>): Promise<string | null> {
  if (result.ok) return null
  if ('refusal' in result) {
    const { refusalText } = await import('../text/refusals.ts')
    return refusalText(result.refusal)
  }
  if (result.reason === 'server') return 'The server is in trouble. Nothing is lost: try again in a moment.'
  return 'Signing in needs a network, and our server was not reached. Try again when you are back.'
}
