import { useState } from 'react'
import type { EmailChange } from '../../../sync/account/safety.ts'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { Icon } from '../../ui/icon.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'

type AddressPanelProps = {
  email: string | null
  change: EmailChange | null
  online: boolean
  onChanged: () => void
}

/** The profile panel with the email address, which the user can change, and a link to change the password. */
export function AddressPanel({ email, change, online, onChanged }: AddressPanelProps) {
  const [isChanging, setChanging] = useState(false)
  const begin = useFocusMoved<HTMLButtonElement>(isChanging)
  return (
    <div className="grid max-w-xl gap-4">
      <div>
        <dl className="grid gap-1">
          <dt className="text-muted text-sm">Email address</dt>
          <dd className="[overflow-wrap:anywhere]">{email ?? 'Known when you are back online.'}</dd>
        </dl>
        <div role="status">{change && <Waiting change={change} former={email} />}</div>
      </div>
      {isChanging ? (
        <ChangeEmailForm
          onCancel={() => setChanging(false)}
          onAsked={() => {
            setChanging(false)
            onChanged()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            ref={begin}
            tone="secondary"
            icon="edit"
            disabled={!online}
            onClick={() => setChanging(true)}
          >
            Change email address
          </Button>
          <ButtonLink to="/passwordreset" tone="secondary" icon="lock">
            Change password
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

/** Says which of the two addresses the user still has to confirm. */
function Waiting({ change, former }: { change: EmailChange; former: string | null }) {
  const { email, isOldConfirmed, isNewConfirmed, until } = change
  const missing = [!isOldConfirmed && (former ?? 'your current address'), !isNewConfirmed && email]
  return (
    <section className="mt-4 flex gap-3 rounded bg-warning-wash p-4 text-warning">
      <Icon name="clock" className="mt-1 size-5 shrink-0" />
      <div className="grid gap-1">
        <p className="label [overflow-wrap:anywhere]">Waiting to change to {email}</p>
        <p className="text-ink text-pretty [overflow-wrap:anywhere]">
          Open the link we mailed to {missing.filter(Boolean).join(' and to ')}. A link works until{' '}
          {formatDateTime(until)}. Nothing changes until you have confirmed both addresses.
        </p>
      </div>
    </section>
  )
}
