import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LinkAnswer } from '../../sync/account/account-calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { enterSession } from './enter-session.ts'
import { PasskeyButton } from './passkeys/later.tsx'
import { useCodeField } from './second-factor/use-code-field.ts'
import { useAccountCall } from './use-account-call.ts'

/**
 * The page that a mailed sign-in link opens. It waits for a press, because programs that scan mails open links
 * too. It names the account, because an attacker may have mailed the user a link to the attacker's own account.
 */
export function MailedSignIn({ token }: { token: string }) {
  const { isBusy, error, wantsCode, ways, send } = useAccountCall()
  const [code, setCode] = useState('')
  const CodeField = useCodeField()
  const [email, setEmail] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a link
  useEffect(() => {
    void send<LinkAnswer>(CALLS.lookLink, { token }).then((looked) => {
      if (looked.ok) setEmail(looked.value.email)
    })
  }, [token])
  const enter = async (shown: object) => {
    const call = { token, ...shown }
    if ((await send(CALLS.useLink, call)).ok) await enterSession()
  }
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">
        This is the link from your mail. It signs you in on this device, once
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
          Sign in another way
        </Link>
      </p>
    </div>
  )
}
