import { useEffect, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { readLastPush } from '../../pwa/last-push.ts'
import {
  type PushState,
  readPushState,
  subscribeToPush,
  unsubscribeFromPush,
} from '../../pwa/push-subscribe.ts'
import { watchUntold } from '../../pwa/push-untold.ts'
import { formatAgo } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PUSH_ERRORS, PUSH_UNREACHED } from './push-words.ts'

/**
 * Shows whether this device really gets notifications, and turns them on or off. A permission without a subscription
 * is shown as a fault, and so is a subscription that the server does not know.
 */
export function PushSwitch({ label }: { label: string }) {
  const { vapidPublicKey } = useSession()
  const online = useOnline()
  const [push, setPush] = useState<PushState | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const look = () => {
      void readPushState().then(setPush)
      void readLastPush()
        .catch(() => null)
        .then(setLast)
    }
    look()
    // Look again, because the user can change the permission in the browser, and a subscription can vanish by itself.
    document.addEventListener('visibilitychange', look)
    // After a sign-in the app tells the server again by itself, some seconds later.
    const unwatch = watchUntold(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      unwatch()
    }
  }, [])
  const change = async (isOn: boolean) => {
    if (!vapidPublicKey) return
    setBusy(true)
    if (isOn) {
      const result = await subscribeToPush(vapidPublicKey)
      if (!result.ok) {
        showToast({ text: 'push' in result ? PUSH_ERRORS[result.push] : PUSH_UNREACHED, tone: 'danger' })
      }
    } else await unsubscribeFromPush()
    setBusy(false)
    setPush(await readPushState())
  }
  const isAble = online && vapidPublicKey !== null
  return <PushShown {...{ label, push, last, isBusy, isAble }} onChange={(isOn) => void change(isOn)} />
}

type PushShownProps = {
  label: string
  push: PushState | null
  last: number | null
  isBusy: boolean
  isAble: boolean
  onChange: (isOn: boolean) => void
}

export function PushShown({ label, push, last, isBusy, isAble, onChange }: PushShownProps) {
  if (push === null) return <p className="min-h-11 text-muted">Looking at this device’s notifications</p>
  if (push === 'not-supported' || push === 'denied') {
    return (
      <>
        <p className="label">{label}</p>
        <div className="mt-2">
          <StatusLine icon="info">{push === 'denied' ? PUSH_ERRORS.denied : NOT_HERE}</StatusLine>
        </div>
      </>
    )
  }
  return (
    <>
      <CheckField
        kind="switch"
        label={label}
        hint={`${push === 'on' ? 'This device gets notifications.' : 'This device gets no notifications.'}${lastLine(push, last)}`}
        checked={push === 'on'}
        disabled={isBusy || !isAble}
        onChange={({ target }) => onChange(target.checked)}
      />
      {(push === 'lost' || push === 'untold') && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <StatusLine icon="warning" tone="warning">
            {FAULTS[push]}
          </StatusLine>
          <Button
            tone="secondary"
            size="small"
            loading={isBusy}
            disabled={!isAble}
            onClick={() => onChange(true)}
          >
            Set it up again
          </Button>
        </div>
      )}
    </>
  )
}

/** Says when the last notification arrived, whatever the switch shows. */
function lastLine(push: PushState, last: number | null): string {
  if (last !== null) return ` The last one came ${formatAgo(last, Date.now())}.`
  return push === 'on' ? ' None has come yet.' : ''
}

const FAULTS = {
  lost: 'Notifications are allowed, but none arrive: the browser has lost its subscription.',
  untold: 'Notifications are allowed, but none arrive: our server does not know this device yet.',
}

const NOT_HERE =
  'This browser cannot be notified. On an iPhone, add the app to your Home Screen and open it from there; until then we write emails.'
