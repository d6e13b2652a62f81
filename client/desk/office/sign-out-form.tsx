import { type FormEvent, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { sendNew } from './send-act.ts'

/** Renders the form that signs a user out on all devices, for when somebody else may be using the account. */
export function SignOutForm() {
  const online = useOnline()
  const [email, setEmail] = useState('')
  const end = async (event: FormEvent) => {
    event.preventDefault()
    if (await signOutEverywhere(email.trim())) setEmail('')
  }
  return (
    <form onSubmit={end} noValidate className="grid gap-4">
      <TextField
        label="Address of the account"
        type="email"
        autoComplete="off"
        value={email}
        hint="We sign out every device, end mailed links, and tell them by mail if a device was signed in."
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button
        type="submit"
        tone="secondary"
        icon="logout"
        className="justify-self-start"
        disabled={!online || email.trim() === ''}
      >
        Sign out everywhere
      </Button>
    </form>
  )
}

/** Signs the account with this address out on all devices, and shows a toast with the outcome. */
export function signOutEverywhere(email: string): Promise<boolean> {
  return sendNew(
    { name: 'sessions.end', idIn: 'endingId', args: { email } },
    'Every device is signed out. We mail them if one was signed in.',
  )
}
