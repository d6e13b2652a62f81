import { useState } from 'react'
import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { RecordPanel } from '../../media/record-panel.tsx'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import type { Shot } from '../../media/record/recording.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { DeclineDialog } from '../decline-dialog.tsx'
import { notSavedText } from '../not-saved.ts'
import { sendAnswer } from '../send-answer.ts'
import { PickFile } from './pick-file.tsx'
import { QuestionCard, QuestionPrompt } from './question-card.tsx'
import { SendNote } from './send-note.tsx'
import { StudioLayout } from './studio-layout.tsx'

type LobbyProps = {
  shot: Shot
  question: QuestionDocument
  asker: Partner | null
  now: number
  onDeclined: () => void
}

/** Before the recording: the question in full, and the ways to deal with it. */
export function Lobby({ shot, question, asker, now, onDeclined }: LobbyProps) {
  const [open, setOpen] = useState<'recorder' | 'decline' | null>(null)
  const close = () => setOpen(null)
  return (
    <StudioLayout
      actions={
        <>
          <RecoveryCard {...shot} onKept={close} />
          <Button size="large" icon="camera" wide onClick={() => setOpen('recorder')} data-autofocus>
            Record your answer
          </Button>
          <div className="grid grid-cols-2 items-start gap-3">
            <PickFile shot={shot} label="Choose a file" />
            <Button tone="secondary" wide onClick={() => setOpen('decline')}>
              Decline
            </Button>
          </div>
        </>
      }
    >
      <QuestionCard question={question} asker={asker} now={now} />
      {open === 'recorder' && <AnswerRecorder shot={shot} question={question} onClose={close} />}
      {open === 'decline' && (
        <DeclineDialog
          questionId={question.id}
          asker={asker?.firstName ?? 'the fan'}
          onClose={close}
          onDeclined={onDeclined}
        />
      )}
    </StudioLayout>
  )
}

type AnswerRecorderProps = { shot: Shot; question: QuestionDocument; onClose: () => void }

/** The recorder with the question over the picture. What was recorded is kept, whichever way it is left. */
export function AnswerRecorder({ shot, question, onClose }: AnswerRecorderProps) {
  return (
    <RecordPanel
      {...shot}
      title="Record your answer"
      prompt={<QuestionPrompt question={question} />}
      doneLabel="Send answer"
      doneNote={<SendNote shareCents={question.amountCents} />}
      onDone={async ({ take }) => {
        const sent = await sendAnswer(shot.device, take.id)
        if (!sent.ok) showToast({ text: notSavedText(sent.notSaved), tone: 'danger' })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
