import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { signIn, useSession } from '../app/session.ts'
import { useOnline } from '../pwa/connection.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/form/email-field.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { type LinkPurpose, MailLinkForm } from './mail-link-form.tsx'
import { CodeField } from './second-factor/code-field.tsx'
import { useAccountCall } from './use-account-call.ts'

/**
 * E-mail and password, or a link by mail; whoever shows it decides where a new session leads. `alone` leaves out the way
 * to an account for whoever has none (S2-2.39).
 */
export function SignInForm({ alone = false }: { alone?: boolean }) {
  const { email: knownEmail } = useSession().person ?? {}
  const [typed, setTyped] = useState(knownEmail ?? '')
  const [purpose, setPurpose] = useState<LinkPurpose | null>(null)
  if (purpose) return <MailLinkForm purpose={purpose} email={typed} onBack={() => setPurpose(null)} />
  return <PasswordForm email={typed} alone={alone} onEmail={setTyped} onLink={setPurpose} />
}

type PasswordFormProps = {
  email: string
  alone: boolean
  onEmail: (email: string) => void
  onLink: (purpose: LinkPurpose) => void
}

function PasswordForm({ email, alone, onEmail, onLink }: PasswordFormProps) {
  const online = useOnline()
  const { submit, error, isBusy, wantsCode, startOver, code, setCode, wantsCaptcha } = useSignIn()
  return (
    <form onSubmit={submit} method="post" className="grid gap-5" noValidate>
      {wantsCode && <CodeField value={code} onChange={setCode} canRecover />}
      <div hidden={wantsCode} className="grid gap-5">
        <EmailField
          label="Your email address"
          name="email"
          autoComplete="username"
          defaultValue={email}
          onChange={({ target }) => onEmail(target.value)}
        />
        <div>
          <PasswordField label="Your password" name="password" autoComplete="current-password" />
          <div className="-mx-3.5 mt-1 flex flex-wrap justify-between">
            <Button tone="quiet" size="small" onClick={() => onLink('password-reset')}>
              Forgot password?
            </Button>
            <Button tone="quiet" size="small" onClick={() => onLink('sign-in-link')}>
              Email me a sign-in link
            </Button>
          </div>
        </div>
      </div>
      <FieldError error={error} />
      {wantsCaptcha && <CaptchaLine isBusy={isBusy} />}
      <Button type="submit" size="large" wide loading={isBusy}>
        Sign in
      </Button>
      {wantsCode && (
        <Button tone="secondary" icon="arrow-left" onClick={startOver}>
          Back
        </Button>
      )}
      {!online && (
        <StatusLine icon="offline" live>
          Signing in needs a network. What is on this device stays here until then.
        </StatusLine>
      )}
      {!alone && (
        <p className="text-muted">
          Don't have an account?{' '}
          <Link to="/join" className="link text-ink">
            Create an account
          </Link>
        </p>
      )}
    </form>
  )
}

/** Wrong passwords were typed for this account: each further try on a device it does not know costs a puzzle. */
function CaptchaLine({ isBusy }: { isBusy: boolean }) {
  return (
    <StatusLine icon={isBusy ? 'clock' : 'check'} live>
      {isBusy
        ? 'A wrong password was typed for this account several times. Human verification: your device is solving a small puzzle.'
        : 'Human verification passed'}
    </StatusLine>
  )
}

function useSignIn() {
  const { isBusy, error, setError, wantsCode, startOver, run } = useAccountCall()
  const [code, setCode] = useState('')
  const [wantsCaptcha, setWantsCaptcha] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    if (wantsCode && !code.trim()) setError('Enter the code from your app.')
    else if (email && password)
      void run(() =>
        signIn(email, password, { code: code.trim() || null, onCaptcha: () => setWantsCaptcha(true) }),
      )
    else setError('Enter your e-mail address and your password.')
  }
  return { submit, error, isBusy, wantsCode, startOver, code, setCode, wantsCaptcha }
}
