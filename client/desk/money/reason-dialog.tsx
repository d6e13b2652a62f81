import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'

type ReasonDialogProps = {
  title: string
  /** What the button says that does it, and the one that does not. */
  action: string
  keep: string
  tone?: 'danger' | 'primary'
  children: ReactNode
  /** Does it; false leaves the dialog open with what was typed. */
  onSend: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks why before something is done to somebody's money; the reason is kept with it. */
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
