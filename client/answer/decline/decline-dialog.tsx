import { useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { forgetNotes } from '../../store/notes.ts'
import { appendIntent } from '../../store/outbox.ts'
import { guardSave } from '../../store/takes.ts'
import { useDevice } from '../../store/use-device.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { showToast } from '../../ui/toasts.ts'
import { forgetTyped } from '../forget-typed.ts'
import { tellNotSaved } from '../not-saved.ts'

type DeclineDialogProps = { questionId: string; asker: string; onClose: () => void; onDeclined: () => void }

/**
 * Renders the dialog that declines a question, with or without a note for the fan; works offline (S2-4.12, D32). The
 * device stores the note until then, so that a press beside the dialog loses no words.
 */
export function DeclineDialog({ questionId, asker, onClose, onDeclined }: DeclineDialogProps) {
  const device = useDevice()
  const isOnline = useOnline()
  const { text: note, change } = useKeptText(`decline ${questionId}`)
  const [isBusy, setBusy] = useState(false)
  const isTooLong = countCharacters(note.trim()) > LIMITS.noteCharacters
  const decline = async () => {
    setBusy(true)
    if (!(await declineQuestion(device, { questionId, note, isOnline }))) return setBusy(false)
    change('')
    void forgetTyped(device, questionId)
    void forgetNotes(device, questionId)
    onDeclined()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title="Decline this request?"
      onClose={onClose}
      keep="Back to the question"
      footer={
        <Button tone="danger" loading={isBusy} disabled={isTooLong} onClick={decline}>
          Decline request
        </Button>
      }
    >
      <p className="mb-5 text-muted">{asker} is told, and nothing is charged. This cannot be taken back.</p>
      <TextArea
        label={`A note for ${asker}`}
        optional
        rows={3}
        limit={LIMITS.noteCharacters}
        value={note}
        readOnly={isBusy}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Dialog>
  )
}

type Declining = { questionId: string; note: string; isOnline: boolean }

/** Puts a decline into the outbox and tells the athlete; false when it could not be saved (S2-8.24, S2-8.25). */
export async function declineQuestion(
  device: Device,
  { questionId, note, isOnline }: Declining,
): Promise<boolean> {
  const args = { questionId, note: note.trim() }
  const kept = await guardSave(() => appendIntent(device, { name: 'question.decline', args }))
  if (!kept.ok) {
    tellNotSaved(COPY.declineFailed, kept.notSaved)
    return false
  }
  showToast({ text: `${COPY.declined}${isOnline ? '' : leavesLater()}`, tone: 'success' })
  return true
}

const leavesLater = () =>
  keepsNothing()
    ? '. Keep this page open: it is sent when you are back online'
    : '. It leaves this device when you are back online'
