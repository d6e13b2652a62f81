import type { ReactNode } from 'react'
import type { MineAnswer } from '../../../sync/account/mine.ts'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field.tsx'

type LeaveDialogProps = {
  mine: MineAnswer
  error: string | null
  isBusy: boolean
  unsent?: ReactNode
  onStay: () => void
  onLeave: () => Promise<void>
}

/**
 * Asks the user to confirm the deletion of the account or the data. It says what is deleted, what stays, and when: in
 * seven days or, where a leaving has begun, together with that.
 */
export function LeaveDialog({ mine, error, isBusy, unsent, onStay, onLeave }: LeaveDialogProps) {
  const { hasAccount, isAthlete, openQuestions, eraseAt } = mine
  return (
    <Dialog
      open
      role="alertdialog"
      title={hasAccount ? 'Delete your account?' : 'Delete everything?'}
      dismissible={false}
      onClose={onStay}
      footer={
        <>
          <Button tone="secondary" disabled={isBusy} onClick={onStay} data-autofocus>
            Keep it
          </Button>
          <Button tone="danger" loading={isBusy} onClick={() => void onLeave()}>
            Yes, delete
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 pl-5 text-pretty">
        <li>Nobody sees you from now on{hasAccount && ', and every device is signed out'}.</li>
        {openQuestions > 0 && (
          <li>
            {openQuestions === 1
              ? 'One open question ends now, and what is held for it is released.'
              : `${openQuestions} open questions end now, and what is held for them is released.`}{' '}
            {isAthlete
              ? 'An answer of yours whose video has fully arrived is still delivered and charged; one that has not is withdrawn.'
              : 'An answer that was recorded in time is still delivered and charged.'}
          </li>
        )}
        <li>
          {eraseAt === null ? 'In seven days' : `On ${formatDateTime(eraseAt)}`} your profile, questions,
          answers, videos and private links are gone for good.
        </li>
        <li>
          {hasAccount
            ? 'What a device of yours has stored stays there until you sign out on it.'
            : 'What you wrote or recorded on your own devices stays there until you clear it.'}
        </li>
        <li>
          Our books keep amounts and dates, without your name: the law asks for them.
          {isAthlete && ' We keep who your last payout goes to until it is paid.'}
        </li>
      </ul>
      <div className="mt-4 empty:hidden">{unsent}</div>
      <div className="mt-4 empty:hidden">
        <FieldError error={error} />
      </div>
    </Dialog>
  )
}
