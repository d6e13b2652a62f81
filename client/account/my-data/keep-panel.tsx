import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { DoneNote } from '../done-note.tsx'
import { useAccountCall } from '../use-account-call.ts'

/** The page behind the link in the farewell mail. It waits for a press, because mail scanners open links too. */
export function KeepPanel({ token }: { token: string }) {
  const { isBusy, error, send } = useAccountCall()
  const [isKept, setKept] = useState(false)
  const [isSpent, setSpent] = useState(false)
  const keep = async () => {
    const kept = await send(CALLS.keep, { token })
    if (kept.ok) setKept(true)
    else setSpent('refusal' in kept && kept.refusal.code === 'link-spent')
  }
  if (isSpent) {
    return (
      <DoneNote
        icon="link"
        title="This link no longer works"
        action={<ButtonLink to="/signin">Sign in</ButtonLink>}
      >
        <p>Your data is kept already, or it has been deleted. With an account, sign in to see.</p>
      </DoneNote>
    )
  }
  if (isKept) {
    return (
      <DoneNote
        icon="check"
        title="Everything is kept"
        action={<ButtonLink to="/signin">Sign in</ButtonLink>}
      >
        <p>Nothing is deleted, and you are visible again. Questions that ended when you left stay ended.</p>
      </DoneNote>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">
        You asked us to delete what we have about you. Press here if you would rather stay: nothing is deleted
        then.
      </p>
      <FieldError error={error} />
      <Button size="large" wide loading={isBusy} onClick={() => void keep()}>
        Keep everything
      </Button>
    </div>
  )
}
