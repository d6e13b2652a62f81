import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { TranscriptDialog } from '../../answer/transcript/transcript-dialog.tsx'
import { TranscriptText } from '../../media/transcript.tsx'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { shownAthlete } from '../desk-words.ts'
import { sendAct } from '../office/send-act.ts'
import { Part } from '../panes.tsx'
import { DeskVideo } from './desk-video.tsx'

type AnswerWordsProps = {
  question: Pick<DeskQuestionAnswer, 'id' | 'transcript' | 'clarification' | 'receiver' | 'subject'>
  online: boolean
  onSaved: () => Promise<void>
}

const OVERTAKEN = {
  'changed-meanwhile': 'The captions were changed meanwhile. Compare them with yours, then save again.',
}

/**
 * Renders the captions of an answer, which the team can write or correct, and the clarification about the answer.
 */
export function AnswerWords({
  question: { id, transcript, clarification, receiver, subject },
  online,
  onSaved,
}: AnswerWordsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="grid gap-2">
        <TranscriptText transcript={transcript} />
        <Button
          tone="quiet"
          size="small"
          icon="text"
          className="-ml-3.5 justify-self-start"
          disabled={!online}
          onClick={() => setOpen(true)}
        >
          {transcript ? 'Change captions' : 'Add captions'}
        </Button>
      </div>
      {clarification && (
        <Part title="Follow-up question">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{clarification.text}</p>
          {clarification.reply !== null && (
            <p className="mt-2 whitespace-pre-line border-l-2 pl-3 [overflow-wrap:anywhere]">
              <span className="block text-muted text-sm">{shownAthlete(receiver)} replied</span>
              {clarification.reply}
            </p>
          )}
          {clarification.video?.state === 'stored' && (
            <div className="mt-2 grid grid-cols-1 gap-1 border-l-2 pl-3">
              <p className="text-muted text-sm">{shownAthlete(receiver)} replied by video</p>
              <DeskVideo videoId={clarification.video.id} label={`The reply: ${subject}`} />
            </div>
          )}
          {clarification.reportedAt !== null && (
            <p className="mt-2 text-warning text-sm">
              Reported by {shownAthlete(receiver)}, {formatDateTime(clarification.reportedAt)}
            </p>
          )}
        </Part>
      )}
      {isOpen && (
        <TranscriptDialog
          questionId={id}
          transcript={transcript}
          onSave={async (text, before) => {
            const args = { questionId: id, text, before }
            const isSaved = await sendAct({ name: 'answer.transcribe', args }, 'Captions saved', OVERTAKEN)
            // After a refusal too, because the dialog then shows what the captions are now.
            await onSaved()
            return isSaved
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
