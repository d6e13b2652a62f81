import { type FormEvent, useState } from 'react'
import { DESK_ROLES, type DeskRole, ROLE_NAMES } from '../../../sync/roles.ts'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { sendNew } from './send-act.ts'
import { ROLE_RIGHTS } from './team-words.ts'

/**
 * Renders the form that invites a person to a desk role. The mail has a link with which they make their account.
 */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const online = useOnline()
  const [email, setEmail] = useState('')
  const [deskRole, setDeskRole] = useState<DeskRole>('screener')
  const [isBusy, setBusy] = useState(false)
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const args = { email: email.trim(), deskRole }
    const intent = { name: 'team.invite', idIn: 'inviteId', args } as const
    const isInvited = await sendNew(intent, `${email.trim()} is invited by mail.`)
    setBusy(false)
    if (isInvited) setEmail('')
    // After a refusal too, because the page then shows what has changed.
    onInvited()
  }
  return (
    <form onSubmit={(event) => void invite(event)} className="grid gap-4" noValidate>
      <EmailField
        label="Email"
        name="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <SelectField
        label="Role"
        hint={ROLE_RIGHTS[deskRole]}
        value={deskRole}
        options={DESK_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        onChange={(event) => setDeskRole(event.currentTarget.value as DeskRole)}
      />
      <Button type="submit" loading={isBusy} disabled={!online || email.trim() === ''}>
        Send the invitation
      </Button>
      <p className="text-muted text-sm">
        The link is good for a week. They choose a password and add a second factor before they get in.
      </p>
    </form>
  )
}
