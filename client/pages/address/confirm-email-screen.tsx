import { useState } from 'react'
import type { ConfirmEmailAnswer } from '../../../sync/account/account-calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { DoneNote } from '../../account/done-note.tsx'
import { useAccountCall } from '../../account/use-account-call.ts'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { refreshSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { AccountLayout } from '../account-layout.tsx'

/** Renders the page that both mails about a new email address link to. It works on any device. */
export function ConfirmEmailScreen() {
  const token = useMailedToken()
  return (
    <AccountLayout title="Confirm your address" ground="lanes">
      {token ? (
        <ConfirmPanel key={token} token={token} />
      ) : (
        <div className="grid justify-items-start gap-5">
          <p className="text-muted text-pretty">
            The link in our mail about your new email address opens this page. You can ask for another one in
            your profile.
          </p>
          <ButtonLink to="/dashboard" search={{ tab: 'profile' }}>
            Open your profile
          </ButtonLink>
        </div>
      )}
    </AccountLayout>
  )
}

/** Confirms the address only when the user presses the button, because mail scanners open links too. */
function ConfirmPanel({ token }: { token: string }) {
  const { isBusy, error, send } = useAccountCall()
  const [state, setState] = useState<ConfirmEmailAnswer['state'] | null>(null)
  const confirm = async () => {
    const confirmed = await send<ConfirmEmailAnswer>(CALLS.confirmEmail, { token })
    if (!confirmed.ok) return
    setState(confirmed.value.state)
    if (confirmed.value.state === 'made') await refreshSession()
  }
  if (state === 'made') {
    return (
      <DoneNote
        icon="check"
        title="Your email address is changed"
        action={<ButtonLink to="/dashboard">Open your dashboard</ButtonLink>}
      >
        <p>From now on you sign in with the new address, and we write to it.</p>
      </DoneNote>
    )
  }
  if (state === 'waiting') {
    return (
      <DoneNote title="This address is confirmed">
        <p>Now open the link that we sent to your other address: then the change is made.</p>
      </DoneNote>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">
        Somebody who is signed in to an account wants to change its email address. If it was you, confirm it
        here. If it was not, leave this page: nothing changes.
      </p>
      <FieldError error={error} />
      <Button size="large" wide loading={isBusy} onClick={() => void confirm()}>
        Confirm
      </Button>
    </div>
  )
}
