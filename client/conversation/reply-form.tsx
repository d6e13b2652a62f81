import { useState } from 'react'
import { LIMITS } from '../../sync/limits.ts'
import { countCharacters } from '../../sync/shape.ts'
import { forgetTyped } from '../answer/forget-typed.ts'
import { noteSent } from '../answer/note-sent.ts'
import type { TakeRow } from '../db/device.ts'
import { useKeptText } from '../store/kept-words.ts'
import { forgetNotes } from '../store/notes.ts'
import { appendIntent, type EveryIntent } from '../store/outbox.ts'
import { useDevice } from '../store/use-device.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { useBusy } from '../ui/status/use-busy.ts'
import { showToast } from '../ui/toasts.ts'

type ReplyFormProps = {
  questionId: string
  subject: string
  partner: string
  kept: TakeRow | null
  /** Called when a reply or a report is in the outbox; this form is then replaced. */
  onSaid: () => void
}

/**
 * Lets the athlete write back, record a short video, or report the follow-up to the team. None of these is a duty.
 */
export function ReplyForm({ questionId, subject, partner, kept, onSaid }: ReplyFormProps) {
  const device = useDevice()
  const { text, change } = useKeptText(`clarification ${questionId}`)
  const [isReporting, setReporting] = useState(false)
  const length = countCharacters(text.trim())
  const args = { questionId, text: text.trim() }
  const [isBusy, reply] = useSayOnce({ name: 'clarification.reply', args }, () => {
    onSaid()
    noteSent('reply', subject)
    change('')
    void forgetTyped(device, questionId)
    void forgetNotes(device, questionId)
  })
  return (
    <div className="grid gap-3">
      <TextArea
        label={`Write back to ${partner}`}
        hint="Only if you like: it is free, and you earn nothing from it."
        rows={3}
        limit={LIMITS.textCharacters}
        value={text}
        readOnly={isBusy}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          loading={isBusy}
          disabled={length === 0 || length > LIMITS.textCharacters}
          onClick={() => void reply()}
        >
          Send reply
        </Button>
        <ButtonLink
          to="/dashboard/answer/$questionId"
          params={{ questionId }}
          search={{ reply: true }}
          tone="secondary"
          size="small"
          icon="camera"
        >
          {kept ? 'Open your video' : 'Reply by video'}
        </ButtonLink>
        <Button tone="quiet" size="small" icon="flag" onClick={() => setReporting(true)}>
          Report
        </Button>
      </div>
      {isReporting && (
        <ReportDialog {...{ questionId, subject, onSaid }} onClose={() => setReporting(false)} />
      )}
    </div>
  )
}

type ReportDialogProps = Pick<ReplyFormProps, 'questionId' | 'subject' | 'onSaid'> & { onClose: () => void }

function ReportDialog({ questionId, subject, onSaid, onClose }: ReportDialogProps) {
  const device = useDevice()
  const { text: note, change } = useKeptText(`report ${questionId}`)
  const isTooLong = countCharacters(note.trim()) > LIMITS.noteCharacters
  const args = { questionId, note: note.trim() }
  const [isBusy, report] = useSayOnce({ name: 'clarification.report', args }, () => {
    onSaid()
    noteSent('report', subject)
    change('')
    void forgetTyped(device, questionId)
    void forgetNotes(device, questionId)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Report this follow-up?"
      keep="Cancel"
      footer={
        <Button tone="danger" loading={isBusy} disabled={isTooLong} onClick={() => void report()}>
          Report it
        </Button>
      }
    >
      <p className="mb-5 text-muted">
        Our team looks at it, and you no longer see it. You cannot reply afterwards.
      </p>
      <TextArea
        label="A note for our team"
        optional
        rows={3}
        limit={LIMITS.noteCharacters}
        value={note}
        readOnly={isBusy}
        onChange={(event) => change(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}

/**
 * Puts the intent into the outbox once, however often the button is pressed meanwhile. A toast says so if it
 * could not be saved on this device.
 */
export function useSayOnce(
  intent: EveryIntent,
  onSaid: () => void,
): [isBusy: boolean, say: () => Promise<void>] {
  const device = useDevice()
  const [isBusy, run] = useBusy()
  const say = () =>
    run(async () => {
      try {
        await appendIntent(device, intent)
      } catch {
        showToast({
          text: 'It could not be saved on this device. Your words are still here.',
          tone: 'danger',
        })
        return
      }
      onSaid()
    })
  return [isBusy, say]
}
