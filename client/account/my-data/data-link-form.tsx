import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { DoneNote } from '../done-note.tsx'
import { useAccountCall } from '../use-account-call.ts'

/** Asks for the mailed link to one's own data, with or without an account. The message is always the same (D112). */
export function MineLinkForm() {
  const { isBusy, error, setError, sendProven } = useAccountCall()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const submit = async (form: FormData) => {
    const address = String(form.get('email')).trim()
    if (!address) setError('Enter your email address.')
    else if ((await sendProven(CALLS.mineLink, { email: address })).ok) setSentTo(address)
  }
  if (sentTo) {
    return (
      <DoneNote title="Check your inbox">
        <p>
          If we have anything about <b className="[overflow-wrap:anywhere] text-ink">{sentTo}</b>, the link is
          on its way. It works for an hour. Nothing after a minute? Check your spam folder.
        </p>
      </DoneNote>
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
      <EmailField label="The email address you used" name="email" autoComplete="email" autoFocus />
      <FieldError error={error} />
      <Button type="submit" size="large" wide loading={isBusy}>
        Email me the link
      </Button>
    </form>
  )
}
