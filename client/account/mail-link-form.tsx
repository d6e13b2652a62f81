import { type FormEvent, useState } from 'react'
import { ACCOUNT_COPY } from '../../sync/account/copy.ts'
import { CALLS } from '../../sync/paths.ts'
import { shownOnApple } from '../pwa/home-screen.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/form/email-field.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { DoneNote } from './done-note.tsx'
import { useAccountCall } from './use-account-call.ts'

export type LinkPurpose = 'password-reset' | 'sign-in-link'

const WORDS = {
  'password-reset': {
    path: CALLS.forgotPassword,
    lead: 'We mail you a link to choose a new password. It works once, for an hour.',
    inApp: 'The link opens in your browser. Choose the new password there, then sign in here with it.',
    done: ACCOUNT_COPY.checkReset,
  },
  'sign-in-link': {
    path: CALLS.sendLink,
    lead: 'We mail you a link that signs you in without a password. It works once, for ten minutes.',
    inApp:
      'The link opens in your browser and signs you in only there. To sign in here, use your password or a passkey.',
    done: ACCOUNT_COPY.checkMagicLink,
  },
} as const

type MailLinkFormProps = {
  purpose: LinkPurpose
  email: string
  /** The label of the button that leads back. */
  backTo?: string
  onBack: () => void
}

/** Asks for a link by mail. The message afterwards is the same whether or not the address has an account (D112). */
export function MailLinkForm({ purpose, email, backTo = 'Back to sign in', onBack }: MailLinkFormProps) {
  const { path, lead, inApp, done } = WORDS[purpose]
  const { isBusy, error, setError, sendProven } = useAccountCall()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const submit = async (form: FormData) => {
    const address = String(form.get('email')).trim()
    if (!address) setError('Enter your email address.')
    else if ((await sendProven(path, { email: address })).ok) setSentTo(address)
  }
  const back = (
    <Button tone="secondary" icon="arrow-left" onClick={onBack}>
      {backTo}
    </Button>
  )
  if (sentTo) {
    return (
      <DoneNote title={done} action={back}>
        <p>
          If <b className="[overflow-wrap:anywhere] text-ink">{sentTo}</b> has an account, the link is on its
          way. Nothing after a minute? Check your spam folder, or use the link that came a few minutes ago.
        </p>
      </DoneNote>
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <p className="text-muted text-pretty">{lead}</p>
      <EmailField
        label="Your email address"
        name="email"
        autoComplete="username"
        defaultValue={email}
        autoFocus
      />
      {shownOnApple() === 'home-screen' && <StatusLine icon="info">{inApp}</StatusLine>}
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Email me the link
      </Button>
      {back}
    </form>
  )
}
