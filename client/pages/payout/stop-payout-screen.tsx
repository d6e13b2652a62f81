import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { StoppedChange } from '../../../sync/payment/payout-account.ts'
import { DoneNote } from '../../account/done-note.tsx'
import { useAccountCall } from '../../account/use-account-call.ts'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { AccountLayout } from '../account-layout.tsx'

/**
 * Renders the page that the mail about a change of payouts links to. Stopping the change takes one press and no
 * sign-in.
 */
export function StopPayoutScreen() {
  const token = useMailedToken()
  return (
    <AccountLayout title="Stop the change" ground="lanes">
      {token ? (
        <StopPanel token={token} />
      ) : (
        <div className="grid justify-items-start gap-5">
          <p className="text-muted text-pretty">
            This page is opened by the link in the mail about your payouts. Signed in, you can also stop it
            under Money.
          </p>
          <ButtonLink to="/dashboard">Open your dashboard</ButtonLink>
        </div>
      )}
    </AccountLayout>
  )
}

/** Stops the change only when the athlete presses the button, because mail scanners open links too. */
function StopPanel({ token }: { token: string }) {
  const { isBusy, error, send } = useAccountCall()
  const [came, setCame] = useState<StoppedChange['payouts'] | 'spent' | null>(null)
  const stop = async () => {
    const result = await send<StoppedChange>(CALLS.stopPayoutChange, { token })
    if (result.ok) setCame(result.value.payouts)
    else if ('refusal' in result && result.refusal.code === 'link-spent') setCame('spent')
  }
  if (came === 'spent') return <SpentNote />
  if (came) return <StoppedNote payouts={came} />
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">
        Somebody who is signed in to your account changed where your payouts go. Nothing is paid there before
        the time in our mail. Stop the change before then, and we never pay anything there.
      </p>
      <FieldError error={error} />
      <Button size="large" wide tone="danger" loading={isBusy} onClick={() => void stop()}>
        Stop the change
      </Button>
    </div>
  )
}

const STOPPED_WORDS: Record<StoppedChange['payouts'], string> = {
  unchanged: 'Your payouts still go where they went before.',
  'by-hand': 'Your direct deposits are disconnected, and we pay you by hand.',
  stopped:
    'Your direct deposits are disconnected, and nothing is paid until you connect again, or choose to be paid by hand, under Money.',
}

/** Renders a notice that the change is stopped, with how the athlete is paid now. */
function StoppedNote({ payouts }: StoppedChange) {
  return (
    <DoneNote
      icon="check"
      title="It is stopped"
      action={
        <>
          <ButtonLink to="/passwordreset">Set a new password</ButtonLink>
          {payouts === 'stopped' && (
            <ButtonLink to="/dashboard" search={{ tab: 'money' }} tone="secondary">
              Open Money
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        {STOPPED_WORDS[payouts]} If it was not you who changed it, set a new password now: that signs out
        every device.
      </p>
    </DoneNote>
  )
}

/** Renders a notice that this link has nothing left to stop, with what the athlete can check and do. */
function SpentNote() {
  return (
    <DoneNote
      icon="info"
      title="This link no longer works"
      action={
        <>
          <ButtonLink to="/dashboard" search={{ tab: 'money' }}>
            See where your payouts go
          </ButtonLink>
          <ButtonLink to="/passwordreset" tone="secondary">
            Set a new password
          </ButtonLink>
        </>
      }
    >
      <p>
        The change has already been stopped or replaced, or it is in effect by now. If it was not you who
        changed it, set a new password: that signs out every device. Then look where your payouts go.
      </p>
    </DoneNote>
  )
}
