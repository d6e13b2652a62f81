import { useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { useOnline } from '../../api/connection.ts'
import { useDevice, useKeptText } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { declineQuestion } from './decline-question.ts'

type DeclineDialogProps = { questionId: string; asker: string; onClose: () => void; onDeclined: () => void }

/**
 * Turns a question down, with a note for the fan or without one; works offline (S2-4.12, D32). The note is kept here
 * until then: a press beside the dialog loses no word.
 */
export function DeclineDialog({ questionId, asker, onClose, onDeclined }: DeclineDialogProps) {
  const device = useDevice()
  const isOnline = useOnline()
  const { text: note, change } = useKeptText(`decline ${questionId}`)
  const [isBusy, setBusy] = useState(false)
  const isTooLong = note.trim().length > LIMITS.noteCharacters
  const decline = async () => {
    setBusy(true)
    if (!(await declineQuestion(device, { questionId, note, isOnline }))) return setBusy(false)
    change('')
    onDeclined()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title="Decline this request?"
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Back to the question
          </Button>
          <Button tone="danger" loading={isBusy} disabled={isTooLong} onClick={decline}>
            Decline request
          </Button>
        </>
      }
    >
      <p className="mb-5 text-muted">{asker} is told, and nothing is charged. This cannot be taken back.</p>
      <TextArea
        label={`A note for ${asker}`}
        optional
        rows={3}
        limit={LIMITS.noteCharacters}
        value={note}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Dialog>
  )
}
