import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { DoneNote } from '../../account/done-note.tsx'
import { useAccountCall } from '../../account/use-account-call.ts'
import type { CallResult } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { getSession } from '../../api/session.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AccountLayout } from '../account-layout.tsx'

/**
 * Renders the form for fans who asked without an account and no longer have the mail. All their private links are
 * mailed again (D41).
 */
export function LostLinkScreen() {
  const { isBusy, error, setError, run } = useAccountCall()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (!email) setError('Enter the email address you asked with.')
    else if ((await run(() => mailLinks(email))).ok) setSentTo(email)
  }
  if (sentTo) return <Sent address={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <AccountLayout
      title="Lost link?"
      lead="Every question has a private page, and the link to it came by email. Tell us the address you asked with, and we mail you the links again."
      ground="circle"
    >
      <form onSubmit={submit} onFocus={begin} method="post" className="grid gap-5" noValidate>
        <EmailField label="The email address you asked with" name="email" />
        <FieldError error={error} />
        <Ready isBusy={isBusy} />
      </form>
    </AccountLayout>
  )
}

/**
 * Renders the submit button. Without a network the button is disabled and a line says why, so that sending cannot
 * fail.
 */
function Ready({ isBusy }: { isBusy: boolean }) {
  const online = useOnline()
  return (
    <div className="grid gap-3">
      <Button type="submit" size="large" wide loading={isBusy} disabled={!online}>
        Email me my links
      </Button>
      {online ? (
        <p className="text-muted text-xs">Sending takes a moment: your device solves a small puzzle.</p>
      ) : (
        <StatusLine icon="offline">
          You are offline. We can send the mail when you are back
          {keepsNothing() ? '.' : '; the pages you opened on this device are here without one.'}
        </StatusLine>
      )}
    </div>
  )
}

/** Renders the confirmation, which is the same for every address (D40). */
function Sent({ address, onAgain }: { address: string; onAgain: () => void }) {
  return (
    <AccountLayout ground="circle">
      <DoneNote
        title="Check your inbox"
        action={
          <>
            <ButtonLink to="/ask">Browse the roster</ButtonLink>
            <Button tone="secondary" onClick={onAgain}>
              Another address
            </Button>
          </>
        }
      >
        <p>
          If questions were asked with <b className="wrap-anywhere text-ink">{address}</b>, their links are on
          the way to it. Nothing after a minute? Check your spam folder, or try another address of yours.
        </p>
      </DoneNote>
    </AccountLayout>
  )
}

const loadCaptcha = () => import('../../api/captcha/captcha.ts')

/** Starts the captcha while a visitor types, because visitors must prove that they are not a machine. */
function begin() {
  if (getSession().state !== 'signed-in') void loadCaptcha().then((loaded) => loaded.prepareCaptcha(), noop)
}

const noop = () => {}

async function mailLinks(email: string): Promise<CallResult<object>> {
  const loaded = await Promise.all([loadCaptcha(), import('../../api/call.ts')]).catch(() => null)
  if (!loaded) return NOT_LOADED
  const [{ takeCaptcha }, { call }] = loaded
  const captcha = getSession().state === 'signed-in' ? null : await takeCaptcha()
  if (captcha && !captcha.ok) return captcha
  return call<object>(CALLS.lostLink, { email, captcha: captcha?.value ?? null })
}
