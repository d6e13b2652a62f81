import type { QuestionDocument } from '../../../sync/collections.ts'
import type { TakeRow } from '../../db/device.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecordPanel } from '../../media/record-panel.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { tellAlready, tellNotSent } from '../not-saved.ts'
import { goesWith, prepareAnswer } from '../send-answer.ts'
import type { WhyNotSent } from './closed-panel.tsx'
import { OthersGo } from './other-takes.tsx'
import { QuestionPrompt } from './question-card.tsx'
import { SendNote } from './send-note.tsx'
import { Teleprompter } from './teleprompter.tsx'

type AnswerRecorderProps = {
  shot: Shot
  /** The question as it was last seen. */
  question: QuestionDocument
  /** Why the recording can no longer be sent, only kept; null while it can be sent. */
  whyNot: WhyNotSent | null
  /** The take on its way that this recording replaces; null when there is none. */
  over: string | null
  /** The takes that could be sent in place of the recording; sending it deletes them. */
  others: readonly TakeRow[]
  onSent: () => void
  /** Opens the trimmer; without it, the athlete can only send or keep the recording. */
  onTrim?: () => void
  onClose: () => void
}

/** Renders the recorder with the question over the picture. The recording is kept, however the athlete leaves. */
export function AnswerRecorder({ shot, question, whyNot, over, others, ...ways }: AnswerRecorderProps) {
  const { onSent, onTrim, onClose } = ways
  return (
    <RecordPanel
      {...shot}
      title="Record your answer"
      prompt={<QuestionPrompt question={question} />}
      notes={(isRunning) => <Teleprompter questionId={question.id} isRunning={isRunning} />}
      doneLabel={whyNot ? 'Keep it' : 'Send answer'}
      doneNote={({ take }) =>
        whyNot ? (
          <StatusLine icon="info">{whyNot.text}</StatusLine>
        ) : (
          <>
            <SendNote shareCents={question.amountCents} dueAt={question.graceEndsAt ?? question.dueAt} />
            <OthersGo goes={goesWith(take, others)} />
          </>
        )
      }
      isLast={whyNot !== null && !whyNot.mayRecord}
      onDone={({ take }) => {
        if (whyNot) return onClose
        const send = prepareAnswer(shot.device, take, over, goesWith(take, others))
        return async () => {
          const sent = await send()
          if (sent.ok && sent.value !== 'already') return onSent()
          if (sent.ok) tellAlready()
          else tellNotSent(sent.notSaved)
          onClose()
        }
      }}
      onTrim={whyNot ? undefined : onTrim}
      onClose={onClose}
    />
  )
}
