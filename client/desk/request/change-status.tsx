import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { effectOfStatus } from '../../../sync/question/set-status.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../../sync/question/status.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { deskRefusal, STATUS_LABELS } from '../desk-words.ts'
import { SettledSelect } from '../settled-select.tsx'
import { effectLines, noteHint } from './effect-lines.ts'
import { useRejectionNote } from './reject-dialog.tsx'
import type { Decisions } from './use-decision.ts'

type ChangeStatusProps = {
  question: DeskQuestionAnswer
  now: number
  online: boolean
  decision: Pick<Decisions, 'isBusy' | 'setStatus'>
}

/**
 * Renders the choice among all five statuses, and shows what a change would do before the admin makes it (S2-2.119,
 * D54).
 */
export function ChangeStatus({ question, now, online, decision }: ChangeStatusProps) {
  const [wanted, setWanted] = useState<QuestionStatus | null>(null)
  return (
    <div className="border-t pt-4">
      <SettledSelect
        label="Change Status"
        value={question.status}
        disabled={!online}
        isBusy={decision.isBusy}
        options={QUESTION_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
        onChoose={(status) => setWanted(status as QuestionStatus)}
      />
      {wanted && wanted !== question.status && (
        <StatusDialog
          question={question}
          wanted={wanted}
          now={now}
          decision={decision}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  )
}

type StatusDialogProps = Omit<ChangeStatusProps, 'online'> & { wanted: QuestionStatus; onClose: () => void }

function StatusDialog({ question, wanted, now, decision, onClose }: StatusDialogProps) {
  const { text: note, change: setNote } = useRejectionNote(question.id)
  const effect = effectOfStatus(question, wanted, now)
  const takesNote = effect.ok && effect.value.does === 'rejects'
  const isTooLong = countCharacters(note.trim()) > LIMITS.noteCharacters
  const change = async () => {
    if (!(await decision.setStatus(question, wanted, takesNote ? note.trim() : ''))) return
    setNote('')
    onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={`From ${STATUS_LABELS[question.status]} to ${STATUS_LABELS[wanted]}?`}
      onClose={onClose}
      keep={effect.ok ? 'Cancel' : 'Close'}
      footer={
        effect.ok && (
          <Button
            tone={effect.value.money === 'released' ? 'danger' : 'primary'}
            loading={decision.isBusy}
            disabled={isTooLong}
            onClick={change}
          >
            Change the status
          </Button>
        )
      }
    >
      {effect.ok ? (
        <ul className="grid gap-3">
          {effectLines(question, effect.value).map(([icon, line]) => (
            <li key={line}>
              <StatusLine icon={icon}>{line}</StatusLine>
            </li>
          ))}
        </ul>
      ) : (
        <p>{deskRefusal(effect.refusal, question.status)}</p>
      )}
      {takesNote && (
        <div className="mt-5">
          <TextArea
            label="Rejection note"
            hint={`${noteHint(question.email)}.`}
            optional
            rows={3}
            limit={LIMITS.noteCharacters}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            data-autofocus
          />
        </div>
      )}
    </Dialog>
  )
}
