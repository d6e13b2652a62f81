import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecordPanel } from '../../media/record-panel.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { tellNotSent } from '../not-saved.ts'
import { prepareAnswer } from '../send-answer.ts'
import { GONE } from './closed-panel.tsx'
import { QuestionPrompt } from './question-card.tsx'
import { SendNote } from './send-note.tsx'

type AnswerRecorderProps = {
  shot: Shot
  /** As it was last seen. */
  question: QuestionDocument
  /** It is not there any more: nothing is sent, and what is recorded is kept. */
  isGone: boolean
  onSent: () => void
  onTrim: () => void
  onClose: () => void
}

/** The recorder with the question over the picture. What was recorded is kept, whichever way it is left. */
export function AnswerRecorder({ shot, question, isGone, onSent, onTrim, onClose }: AnswerRecorderProps) {
  return (
    <RecordPanel
      {...shot}
      title="Record your answer"
      prompt={<QuestionPrompt question={question} />}
      doneLabel={isGone ? 'Keep it' : 'Send answer'}
      doneNote={
        isGone ? <StatusLine icon="info">{GONE}</StatusLine> : <SendNote shareCents={question.amountCents} />
      }
      onDone={({ take }) => {
        if (isGone) return onClose
        const send = prepareAnswer(shot.device, take)
        return async () => {
          const sent = await send()
          if (sent.ok) return onSent()
          tellNotSent(sent.notSaved)
          onClose()
        }
      }}
      onTrim={isGone ? undefined : onTrim}
      onClose={onClose}
    />
  )
}
