import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { OpenMineAnswer } from '../../../sync/account/mine.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useOnline } from '../../api/connection.ts'
import { signOut } from '../../store/account/sign-out.ts'
import { useUnsentWork } from '../../store/use-device.ts'
import { thisPlace } from '../../text/this-place.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { MinePanel } from './my-data-panel.tsx'

/** Shows a member's own data after they have typed their password again. */
export function OwnMine() {
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const [isSpent, setSpent] = useState(false)
  if (!token) return <PasswordFirst isAgain={isSpent} onOpen={setToken} />
  const onSpent = () => {
    setSpent(true)
    setToken(null)
  }
  const onLeft = async () => {
    // Leave the account's pages before signing out, and show the outcome on a page that needs no sign-in.
    await navigate({ to: '/mydata', hash: `token=${token}`, replace: true })
    await signOut({ discardUnsent: true })
  }
  return (
    <div className="max-w-xl">
      <MinePanel token={token} unsent={<UnsentHere />} onLeft={onLeft} onSpent={onSpent} />
    </div>
  )
}

function UnsentHere() {
  const work = useUnsentWork()
  if (!work || work.intents + work.videos + work.edits === 0) return null
  return (
    <StatusLine icon="warning" tone="warning">
      Something on {thisPlace()} has not been sent yet. It is deleted with the account.
    </StatusLine>
  )
}

type PasswordFirstProps = {
  /** Whether the data was open already and has closed since, an hour later or with a new password. */
  isAgain: boolean
  onOpen: (token: string) => void
}

function PasswordFirst({ isAgain, onOpen }: PasswordFirstProps) {
  const online = useOnline()
  const { isBusy, error, setError, send } = useAccountCall()
  const open = async (password: string) => {
    if (!password) return setError('Enter your password.')
    const opened = await send<OpenMineAnswer>(CALLS.openMine, { password })
    if (opened.ok) onOpen(opened.value.token)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void open(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid max-w-md gap-4" noValidate>
      <p className="text-muted text-pretty">
        Take a copy of everything with you, or delete your account. Type your password first, so that somebody
        who finds your device open cannot do it.
      </p>
      {isAgain && (
        <StatusLine icon="lock" tone="warning">
          Your data has closed, and nothing was changed. Type your password again to open it.
        </StatusLine>
      )}
      <PasswordField label="Password, to open your data" name="password" autoComplete="current-password" />
      <FieldError error={error} />
      <Button
        type="submit"
        tone="secondary"
        icon="lock"
        loading={isBusy}
        disabled={!online}
        className="justify-self-start max-sm:w-full"
      >
        Open my data
      </Button>
      {!online && <StatusLine icon="offline">This needs a network.</StatusLine>}
    </form>
  )
}
