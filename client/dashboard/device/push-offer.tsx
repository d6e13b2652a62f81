import { type ReactNode, useEffect, useState } from 'react'
import { keepNote } from '../../api/keep-note.ts'
import { useSession } from '../../api/session.ts'
import { shownOnApple } from '../../pwa/home-screen.ts'
import { type PushState, readPushState, subscribeToPush } from '../../pwa/push-subscribe.ts'
import { watchUntold } from '../../pwa/push-untold.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.ts'
import { HOME_SCREEN, PUSH_ERRORS, PUSH_UNREACHED } from './push-words.ts'

const DISMISSED = 'infield.push-dismissed'
const ASK_AGAIN_MS = 14 * 24 * 3_600_000

/**
 * Offers notifications on this device; renders nothing when they are on, cannot be, or were lately not wanted. An
 * iPhone gets notifications from its Home Screen only, so the offer there is how to put the app on it.
 */
export function PushOffer({ question }: { question: string }) {
  const { vapidPublicKey } = useSession()
  return <PushOffered question={question} vapidPublicKey={vapidPublicKey} />
}

/** Renders the offer; nothing without a `vapidPublicKey`, which is what the server signs pushes with. */
export function PushOffered({
  question,
  vapidPublicKey,
}: {
  question: string
  vapidPublicKey: string | null
}) {
  const [push, setPush] = useState<PushState | null>(null)
  const [isDismissed, setDismissed] = useState(wasDismissed)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const look = () => void readPushState().then(setPush)
    look()
    // After a sign-in the app tells the server again by itself, some seconds later.
    return watchUntold(look)
  }, [])
  const dismiss = () => {
    keepNote(DISMISSED, String(Date.now()))
    setDismissed(true)
  }
  if (isDismissed || !vapidPublicKey) return null
  if (shownOnApple() === 'browser') {
    return <Offer onDismiss={dismiss}>To be notified on this device, {HOME_SCREEN}.</Offer>
  }
  if (push !== 'off' && push !== 'lost' && push !== 'untold') return null

  const turnOn = async () => {
    setBusy(true)
    const result = await subscribeToPush(vapidPublicKey)
    setBusy(false)
    if (result.ok) {
      setPush('on')
      showToast({ text: 'Notifications are on for this device', tone: 'success' })
    } else {
      showToast({ text: 'push' in result ? PUSH_ERRORS[result.push] : PUSH_UNREACHED, tone: 'danger' })
      if ('push' in result && result.push === 'denied') setPush('denied')
    }
  }
  return (
    <Offer
      onDismiss={dismiss}
      action={
        <Button tone="secondary" size="small" loading={isBusy} onClick={turnOn}>
          Notify me
        </Button>
      }
    >
      {question}
    </Offer>
  )
}

type OfferProps = { children: ReactNode; action?: ReactNode; onDismiss: () => void }

function Offer({ children, action, onDismiss }: OfferProps) {
  return (
    <section aria-label="Notifications" className="card flex items-center gap-3 py-2 pr-1.5 pl-4">
      <Icon name="bell" className="size-5 text-signal-text" />
      <p className="min-w-0 flex-1 text-sm">{children}</p>
      <div className="flex shrink-0 items-center">
        {action}
        <button
          type="button"
          onClick={onDismiss}
          className="touch grid place-items-center rounded text-muted hover:text-ink"
        >
          <Icon name="close" label="Not now" className="size-4" />
        </button>
      </div>
    </section>
  )
}

function wasDismissed(): boolean {
  const since = Date.now() - Number(globalThis.localStorage?.getItem(DISMISSED) ?? 0)
  return since >= 0 && since < ASK_AGAIN_MS
}
