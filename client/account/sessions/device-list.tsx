import { type FormEvent, useState } from 'react'
import type { SignedInDevice } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { serverNow } from '../../api/session.ts'
import { formatAgo } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useAccountCall } from '../use-account-call.ts'

type DeviceListProps = {
  sessions: readonly SignedInDevice[]
  /** Whether the account is signed in on more devices than these. */
  more: boolean
  /**
   * Whether the account has a second factor, which the server then asks for. If not, this list asks for the
   * password.
   */
  hasFactor: boolean
  online: boolean
  onEnded: () => Promise<void>
}

/** Lists the devices signed in to the account, this one first. The user can sign out another one, or all others. */
export function DeviceList({ sessions, more, hasFactor, online, onEnded }: DeviceListProps) {
  const { isBusy, error, setError, send } = useAccountCall()
  const [asked, setAsked] = useState<string[] | null>(null)
  const others = sessions.filter(({ isThis }) => !isThis)
  const end = async (ids: string[], password?: string) => {
    const ended = await send(CALLS.endSessions, { ids, password })
    const isGone = !ended.ok && 'refusal' in ended && ended.refusal.code === 'not-found'
    if (!ended.ok && !isGone && password !== undefined) return
    setAsked(null)
    if (isGone) setError(null)
    // Reload after a refusal too, because the session may have ended by itself.
    await onEnded()
    if (isGone) showToast({ text: 'That was signed out already.' })
    const all = more ? `${ids.length} devices are signed out.` : 'The other devices are signed out.'
    const text = ids.length === 1 ? 'That device is signed out.' : all
    if (ended.ok) showToast({ text, tone: 'success' })
  }
  const begin = (ids: string[]) => {
    setError(null)
    if (hasFactor) void end(ids)
    else setAsked(ids)
  }
  return (
    <div className="grid gap-4">
      <ul className="card divide-y">
        {sessions.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isBlocked={isBusy || !online}
            onEnd={() => begin([device.id])}
          />
        ))}
      </ul>
      <CutLine more={more} shown={`${sessions.length} used last`}>
        The others follow once these are signed out.
      </CutLine>
      {!asked && <FieldError error={error} />}
      {asked && (
        <PasswordDialog
          device={asked.length === 1 ? sessions.find(({ id }) => id === asked[0])?.device : undefined}
          isBusy={isBusy}
          error={error}
          onPassword={(password) => void end(asked, password)}
          onClose={() => setAsked(null)}
        />
      )}
      {others.length > 1 && (
        <Button
          tone="secondary"
          icon="logout"
          className="justify-self-start"
          disabled={isBusy || !online}
          onClick={() => begin(others.map(({ id }) => id))}
        >
          {more ? 'Sign out all of these but this one' : 'Sign out all others'}
        </Button>
      )}
      <p className="max-w-xl text-muted text-sm text-pretty">
        A device you sign out here gets nothing new and no notifications. What is on it stays there until you
        sign out on it.
      </p>
    </div>
  )
}

type PasswordDialogProps = {
  /** The name of the device to sign out; undefined when all others are to be signed out. */
  device: string | undefined
  isBusy: boolean
  error: string | null
  onPassword: (password: string) => void
  onClose: () => void
}

/** Asks for the password first, so that a stranger who finds this device open cannot sign out the others. */
function PasswordDialog({ device, isBusy, error, onPassword, onClose }: PasswordDialogProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onPassword(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <Dialog open title={device ? `Sign out ${device}?` : 'Sign out all others?'} onClose={onClose}>
      <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
        <p className="text-muted text-pretty">
          Your password shows that it is you, and not somebody who found this device open.
        </p>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={error}
          data-autofocus
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" icon="logout" loading={isBusy}>
            Sign out
          </Button>
          <Button tone="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type DeviceRowProps = { device: SignedInDevice; isBlocked: boolean; onEnd: () => void }

function DeviceRow({ device: { device, isThis, lastUsedAt, signedInAt }, isBlocked, onEnd }: DeviceRowProps) {
  const used = isThis ? 'In use now' : `Last used ${formatAgo(lastUsedAt, serverNow())}`
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon name="device" className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="label">
          {device}
          {isThis && <span className="ml-2 text-signal-text text-sm">This device</span>}
        </p>
        <p className="text-muted text-sm">
          {used} · signed in {formatDate(signedInAt)}
        </p>
      </div>
      {!isThis && (
        <Button
          tone="secondary"
          size="small"
          disabled={isBlocked}
          aria-label={`Sign out ${device}, last used ${formatAgo(lastUsedAt, serverNow())}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
