import { useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { thisPlace } from '../../text/this-place.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { StepProblems } from '../asking/check-step.ts'
import { letGoOfVideo } from '../asking/let-go-of-video.ts'
import type { SenderFacts } from '../asking/sender-facts.ts'
import { VideoPart } from '../wizard/video-part.tsx'

type MessagePartProps = Pick<SenderFacts, 'device' | 'draftId' | 'draft' | 'dispatch'> & {
  problems: StepProblems
}

type Kind = 'text' | 'video'

/** Renders step 2: a subject, a type of message, and the message (S2-2.85, S2-5.25, S2-5.27). */
export function MessagePart({ device, draftId, draft, dispatch, problems }: MessagePartProps) {
  const [hasLeft, setLeft] = useState(false)
  const [kind, setKind] = useState<Kind>(draft.video ? 'video' : 'text')
  // The type that the fan has to confirm, because an arrow key that only reads the types out chooses one as well.
  const [asked, ask] = useState<Kind | null>(null)
  const hasMessage = draft.video !== null || draft.text.trim() !== ''
  /** Changes the type of message and starts a new one: clears the text, or the text and video (S2-4.27, S2-4.28). */
  const change = async (next: Kind) => {
    ask(null)
    const { questionId, video } = draft
    const isLeft = next === 'text' && video !== null
    if (isLeft && !(await letGoOfVideo({ device, questionId, takeId: video.id }))) return
    setKind(next)
    dispatch({ type: 'text', text: '' })
    if (isLeft) dispatch({ type: 'video', video: null })
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <TextField
        label="Subject"
        value={draft.subject}
        limit={LIMITS.subjectCharacters}
        autoComplete="off"
        error={hasLeft ? problems.subject : null}
        onBlur={() => setLeft(draft.subject !== '')}
        onChange={({ target }) => dispatch({ type: 'subject', subject: target.value })}
      />
      <ChoiceField<Kind>
        label="Message type"
        name="message-type"
        value={kind}
        onChange={(next) => (hasMessage ? ask(next) : change(next))}
        choices={[
          { value: 'text', label: 'Text', icon: 'text' },
          { value: 'video', label: 'Video', icon: 'camera' },
        ]}
      />
      {kind === 'text' ? (
        <TextArea
          label="Your message"
          limit={LIMITS.textCharacters}
          value={draft.text}
          placeholder="What would you like to know?"
          error={draft.text === '' ? null : problems.content}
          onChange={({ target }) => dispatch({ type: 'text', text: target.value })}
        />
      ) : (
        <div>
          <VideoPart
            device={device}
            draftId={draftId}
            questionId={draft.questionId}
            subject={draft.subject}
            video={draft.video}
            isDisabled={false}
            longestFileMs={LIMITS.requestFileMs}
            onVideo={(video) => dispatch({ type: 'video', video })}
          />
          <FieldError error={draft.video ? problems.content : null} />
        </div>
      )}
      {asked && (
        <ChangeDialog
          isVideo={draft.video !== null}
          onChange={() => change(asked)}
          onStay={() => ask(null)}
        />
      )}
    </div>
  )
}

type ChangeDialogProps = { isVideo: boolean; onChange: () => void; onStay: () => void }

/** Asks before another type of message deletes the video or the words. */
function ChangeDialog({ isVideo, onChange, onStay }: ChangeDialogProps) {
  const what = isVideo ? 'video' : 'message'
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Delete your ${what}?`}
      onClose={onStay}
      keep="Keep it"
      footer={
        <Button tone="danger" icon="trash" onClick={onChange}>
          Delete it
        </Button>
      }
    >
      <p>
        {isVideo
          ? `Changing to text deletes your video from ${thisPlace()}. It cannot be brought back.`
          : 'Changing to video deletes what you have written. It cannot be brought back.'}
      </p>
    </Dialog>
  )
}
