import type { SignedInDevice } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { serverNow } from '../../api/session.ts'
import { formatAgo } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useAccountCall } from '../use-account-call.ts'

type DeviceListProps = {
  sessions: readonly SignedInDevice[]
  online: boolean
  onEnded: () => Promise<void>
}

/** Every device that is signed in to the account, this one first; one or all of the others are signed out. */
export function DeviceList({ sessions, online, onEnded }: DeviceListProps) {
  const { isBusy, error, send } = useAccountCall()
  const others = sessions.filter(({ isThis }) => !isThis)
  const end = async (ids: string[]) => {
    const ended = await send(CALLS.endSessions, { ids })
    // one that had ended by itself meanwhile is as good as ended
    await onEnded()
    const text = ids.length === 1 ? 'That device is signed out.' : 'The other devices are signed out.'
    if (ended.ok) showToast({ text, tone: 'success' })
  }
  return (
    <div className="grid gap-4">
      <ul className="card divide-y">
        {sessions.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isBlocked={isBusy || !online}
            onEnd={() => void end([device.id])}
          />
        ))}
      </ul>
      <FieldError error={error} />
      {others.length > 1 && (
        <Button
          tone="secondary"
          icon="logout"
          className="justify-self-start"
          disabled={isBusy || !online}
          onClick={() => void end(others.map(({ id }) => id))}
        >
          Sign out all others
        </Button>
      )}
      <p className="max-w-xl text-muted text-sm text-pretty">
        A device you sign out here gets nothing new and no notifications. What is on it stays there until you
        sign out on it.
      </p>
    </div>
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
