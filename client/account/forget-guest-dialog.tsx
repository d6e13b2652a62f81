import { CALLS } from '../../sync/paths.ts'
import { refreshSession } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { forgetGuestQuestions } from './forget-guest-questions.ts'
import { useAccountCall } from './use-account-call.ts'

/**
 * Offers to forget the questions that were asked in this browser without an account. It opens after a sign-out,
 * because otherwise the next user of the browser would see them.
 */
export function ForgetGuestDialog({ onClose }: { onClose: () => void }) {
  const { isBusy, error, send } = useAccountCall()
  const forget = async () => {
    // Load the guest's CSRF token first, because until now the session was the member's.
    await refreshSession()
    if (!(await send(CALLS.forgetGuest, {})).ok) return
    await forgetGuestQuestions(openDevice('guest'))
    await refreshSession()
    onClose()
  }
  return (
    <Dialog
      open
      title="Forget this browser’s questions too?"
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" loading={isBusy} onClick={() => void forget()}>
            Forget them here
          </Button>
          <Button onClick={onClose} data-autofocus>
            Keep them
          </Button>
        </>
      }
    >
      <p>
        You are signed out. Questions asked in this browser without an account can still be opened here, by
        whoever uses it next. If you forget them here, this browser keeps nothing of them; the links in their
        mails still open them. Unfinished questions stay.
      </p>
      <div className="mt-4 empty:hidden">
        <FieldError error={error} />
      </div>
    </Dialog>
  )
}
