import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LinkAnswer } from '../../sync/account/account-calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { type KnownPerson, refreshOnceMore } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { PasskeyButton } from './passkeys/later.tsx'
import { useCodeField } from './second-factor/use-code-field.ts'
import { callOnce, useAccountCall } from './use-account-call.ts'

type MailedSignInProps = {
  token: string
  /** Who is signed in already; the link may be of another account. */
  person: KnownPerson | null
  onEntered: () => void
}

/**
 * The page that a mailed sign-in link opens. It waits for a press, because programs that scan mails open links
 * too. It names the account, because an attacker may have mailed the user a link to the attacker's own account.
 */
export function MailedSignIn({ token, person, onEntered }: MailedSignInProps) {
  const { isBusy, error, wantsCode, ways, run, send } = useAccountCall()
  const [code, setCode] = useState('')
  const CodeField = useCodeField()
  const [email, setEmail] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a link
  useEffect(() => {
    void send<LinkAnswer>(CALLS.lookLink, { token }).then((looked) => {
      if (looked.ok) setEmail(looked.value.email)
    })
  }, [token])
  const enter = (shown: object) =>
    run(async () => {
      const used = await callOnce(CALLS.useLink, { token, ...shown })
      if (used.ok) {
        await refreshOnceMore()
        onEntered()
      }
      return used
    })
  // While the link is used, the session may be the former one or the new one.
  const already = isBusy ? null : person
  return (
    <div className="grid gap-5">
      {already && (
        <p>
          You are signed in as {already.firstName}. This link signs you in to the account it was mailed to.
        </p>
      )}
      <p className="text-muted text-pretty">
        This is the link from your mail. It signs you in once, in this browser
        {email ? (
          <>
            , to the account of <strong className="[overflow-wrap:anywhere]">{email}</strong>. Not your
            address? Then somebody sent you their own link: do not use it.
          </>
        ) : (
          '.'
        )}
      </p>
      {ways.includes('passkey') && (
        <PasskeyButton label="Use a passkey" onSigned={(passkey) => enter({ passkey })} />
      )}
      {wantsCode && CodeField && (
        <CodeField value={code} onChange={setCode} canRecover hasApp={ways.includes('app')} />
      )}
      <FieldError error={error} />
      <Button
        size="large"
        wide
        loading={isBusy}
        onClick={() => void enter(code.trim() ? { code: code.trim() } : {})}
      >
        Sign in with this link
      </Button>
      <p>
        <Link to="/signin" className="link label inline-flex min-h-11 items-center">
          {already ? `Stay signed in as ${already.firstName}` : 'Sign in another way'}
        </Link>
      </p>
    </div>
  )
}
