import { useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'

type RejectDialogProps = {
  requester: string
  isBusy: boolean
  onReject: (note: string) => void
  onClose: () => void
}

/** Asks for the note that goes to the requester; without one they are told the outcome alone (S2-2.120, D56). */
export function RejectDialog({ requester, isBusy, onReject, onClose }: RejectDialogProps) {
  const [note, setNote] = useState('')
  const isTooLong = note.trim().length > LIMITS.noteCharacters
  return (
    <Dialog
      open
      role="alertdialog"
      title="Reject this request?"
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" loading={isBusy} disabled={isTooLong} onClick={() => onReject(note.trim())}>
            Reject
          </Button>
        </>
      }
    >
      <p className="mb-5 text-muted">
        {requester} is told by mail, a hold on the card is released, and a video is deleted.
      </p>
      <TextArea
        label="Rejection note"
        hint="It is sent to the requester."
        optional
        rows={4}
        limit={LIMITS.noteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}
