import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecordPanel } from '../../media/record-panel.tsx'
import { showToast } from '../../ui/toasts.ts'
import { notSavedText } from '../not-saved.ts'
import { sendAnswer } from '../send-answer.ts'
import { QuestionPrompt } from './question-card.tsx'
import { SendNote } from './send-note.tsx'

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
