import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecordPanel } from '../../media/record-panel.tsx'
import { tellNotSent } from '../not-saved.ts'
import { prepareAnswer } from '../send-answer.ts'
import { QuestionPrompt } from './question-card.tsx'
import { SendNote } from './send-note.tsx'

type AnswerRecorderProps = {
  shot: Shot
  question: QuestionDocument
  onSent: () => void
  onTrim: () => void
  onClose: () => void
}

/** The recorder with the question over the picture. What was recorded is kept, whichever way it is left. */
export function AnswerRecorder({ shot, question, onSent, onTrim, onClose }: AnswerRecorderProps) {
  return (
    <RecordPanel
      {...shot}
      title="Record your answer"
      prompt={<QuestionPrompt question={question} />}
      doneLabel="Send answer"
      doneNote={<SendNote shareCents={question.amountCents} />}
      onDone={({ take }) => {
        const send = prepareAnswer(shot.device, take)
        return async () => {
          const sent = await send()
          if (sent.ok) return onSent()
          tellNotSent(sent.notSaved)
          onClose()
        }
      }}
      onTrim={onTrim}
      onClose={onClose}
    />
  )
}
