import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'

type ReasonDialogProps = {
  title: string
  /** The labels of the button that acts and of the button that only closes the dialog. */
  action: string
  keep: string
  tone?: 'danger' | 'primary'
  children: ReactNode
  /** Acts on the reason. False keeps the dialog open with what the admin typed. */
  onSend: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for a reason before an admin holds, resumes or cancels payouts. The team can read the reason later. */
export function ReasonDialog({ title, action, keep, tone, children, onSend, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const isDone = await onSend(reason.trim())
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button
            tone={tone ?? 'primary'}
            loading={isBusy}
            disabled={reason.trim() === '' || countCharacters(reason.trim()) > LIMITS.noteCharacters}
            onClick={() => void send()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        <TextArea
          label="Reason"
          hint="Kept with it, for the team."
          rows={3}
          limit={LIMITS.noteCharacters}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
