import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { PasskeyProof } from '../../sync/account/passkey.ts'
import type { CallResult } from '../api/call.ts'
import { useOnline } from '../api/connection.ts'
import { type ShownFactor, useSession } from '../api/session.ts'
import { signIn } from '../api/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/form/email-field.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { useLater } from '../ui/use-later.ts'
import type { LinkPurpose } from './mail-link-form.tsx'
import { PasskeyButton, PasskeySignIn } from './passkeys/later.tsx'
import { useCodeField } from './second-factor/use-code-field.ts'
import { useAccountCall } from './use-account-call.ts'

/** Loads the form that takes the place of the password form, before the user asks for it. */
const loadMailLinkForm = async () => (await import('./mail-link-form.tsx')).MailLinkForm

/**
 * The sign-in form: email and password, or a link by mail. The page around it decides where to go after the
 * sign-in. With `alone` the form has no link to the page for creating an account (S2-2.39).
 */
export function SignInForm({ alone = false }: { alone?: boolean }) {
  const { email: knownEmail } = useSession().person ?? {}
  const [typed, setTyped] = useState(knownEmail ?? '')
  const [purpose, setPurpose] = useState<LinkPurpose | null>(null)
  const MailLinkForm = useLater(loadMailLinkForm)
  if (purpose && MailLinkForm)
    return <MailLinkForm purpose={purpose} email={typed} onBack={() => setPurpose(null)} />
  return <PasswordForm {...{ alone, purpose }} email={typed} onEmail={setTyped} onLink={setPurpose} />
}

type PasswordFormProps = {
  email: string
  alone: boolean
  /** The kind of link the user asked for, while its form is still loading; otherwise null. */
  purpose: LinkPurpose | null
  onEmail: (email: string) => void
  onLink: (purpose: LinkPurpose) => void
}

function PasswordForm({ email, alone, purpose, onEmail, onLink }: PasswordFormProps) {
  const online = useOnline()
  const { submit, error, isBusy, wantsCode, ways, startOver, code, setCode, showPasskey, ...held } =
    useSignIn()
  const { captcha, isHeldUp } = held
  const form = useRef<HTMLFormElement>(null)
  const CodeField = useCodeField()
  return (
    <form ref={form} onSubmit={submit} method="post" className="grid gap-5" noValidate>
      {ways.includes('passkey') && (
        <PasskeyButton label="Use a passkey" onSigned={(passkey) => showPasskey(form.current, passkey)} />
      )}
      {wantsCode && CodeField && (
        <CodeField value={code} onChange={setCode} canRecover hasApp={ways.includes('app')} />
      )}
      <div hidden={wantsCode} className="grid gap-5">
        <EmailField
          label="Your email address"
          name="email"
          autoComplete="username webauthn"
          defaultValue={email}
          onChange={({ target }) => onEmail(target.value)}
        />
        <div>
          <PasswordField label="Your password" name="password" autoComplete="current-password" />
          <div className="-mx-3.5 mt-1 flex flex-wrap justify-between">
            <MailButton purpose="password-reset" asked={purpose} onLink={onLink}>
              Forgot password?
            </MailButton>
            <MailButton purpose="sign-in-link" asked={purpose} onLink={onLink}>
              Email me a sign-in link
            </MailButton>
          </div>
        </div>
      </div>
      <FieldError error={error} />
      {isHeldUp && <MailedWay onLink={onLink} />}
      {captcha && <CaptchaLine isPassed={captcha === 'passed'} />}
      <Button type="submit" size="large" wide loading={isBusy}>
        Sign in
      </Button>
      {!wantsCode && <PasskeySignIn />}
      {wantsCode && (
        <Button tone="secondary" icon="arrow-left" onClick={startOver}>
          Back
        </Button>
      )}
      {!online && (
        <StatusLine icon="offline" live>
          Signing in needs a network. What you have here stays until then.
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

type MailButtonProps = Pick<PasswordFormProps, 'onLink'> & {
  purpose: LinkPurpose
  asked: LinkPurpose | null
  children: string
}

function MailButton({ purpose, asked, onLink, children }: MailButtonProps) {
  return (
    <Button tone="quiet" size="small" loading={asked === purpose} onClick={() => onLink(purpose)}>
      {children}
    </Button>
  )
}

/**
 * Offers a sign-in link by mail while password attempts for the account, or from this network, are blocked. An
 * attacker who guesses passwords cannot block this way in: it has limits of its own.
 */
function MailedWay({ onLink }: Pick<PasswordFormProps, 'onLink'>) {
  return (
    <div className="grid gap-2">
      <p>You do not have to wait for that: a link by email signs you in as well.</p>
      <Button tone="secondary" icon="mail" onClick={() => onLink('sign-in-link')}>
        Sign in by email instead
      </Button>
    </div>
  )
}

/**
 * Says that this device solves a captcha. The server asks for one after several wrong passwords for the account,
 * on devices that the account does not know.
 */
function CaptchaLine({ isPassed }: { isPassed: boolean }) {
  return (
    <StatusLine icon={isPassed ? 'check' : 'clock'} live>
      {isPassed
        ? 'Human verification passed'
        : 'A wrong password was typed for this account several times. Human verification: your device is solving a small puzzle.'}
    </StatusLine>
  )
}

/** Checks whether the server accepted the captcha of a call, even if it refused what came with it. */
function hasPassed(tried: CallResult<unknown>): boolean {
  return tried.ok || ('refusal' in tried && !tried.refusal.code.startsWith('captcha-'))
}

function useSignIn() {
  const { isBusy, error, setError, wantsCode, ways, startOver, run } = useAccountCall()
  const [code, setCode] = useState('')
  const [captcha, setCaptcha] = useState<'solving' | 'passed' | null>(null)
  const [isHeldUp, setHeldUp] = useState(false)
  const onCaptcha = () => setCaptcha('solving')
  const tryPassword = async (email: string, password: string, shown: ShownFactor) => {
    setCaptcha(null)
    const tried = await run(() => signIn(email, password, { ...shown, onCaptcha }))
    setCaptcha((state) => state && (hasPassed(tried) ? 'passed' : null))
    setHeldUp(!tried.ok && 'refusal' in tried && tried.refusal.code === 'too-many-requests')
  }
  const send = (form: HTMLFormElement, shown: ShownFactor) => {
    const typed = new FormData(form)
    const [email, password] = [String(typed.get('email')).trim(), String(typed.get('password'))]
    if (email && password) return void tryPassword(email, password, shown)
    setError('Enter your email address and your password.')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const shown = code.trim() ? { code: code.trim() } : {}
    if (wantsCode && !code.trim()) setError('Enter a code.')
    else send(event.currentTarget, shown)
  }
  const showPasskey = (form: HTMLFormElement | null, passkey: PasskeyProof) => form && send(form, { passkey })
  const held = { captcha, isHeldUp: isHeldUp && !wantsCode }
  return { submit, error, isBusy, wantsCode, ways, startOver, code, setCode, showPasskey, ...held }
}
