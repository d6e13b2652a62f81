import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { DialogFrame } from '../../ui/dialog.tsx'
import { emptyDraft } from '../asking/ask-draft.ts'
import { QuestionStep } from '../wizard/question-step.tsx'
import { StepFrame } from '../wizard/step-frame.tsx'
import { PickerLoading, VideoChoices, WritingInstead } from '../wizard/video-choices.tsx'
import { NextButton } from '../wizard/wizard-footer.tsx'

/**
 * Renders the wizard's first step with nothing entered, made of the wizard's own parts. It lies closed in a profile's
 * page, and a tap opens it even before the app has loaded (`app/first-paint/early-ask.ts`). The wizard then replaces
 * it and takes over the entered words (`use-early-step.ts`).
 */
export function FirstStep({ athlete }: { athlete: Pick<PublicAthlete, 'id' | 'firstName'> }) {
  return (
    <DialogFrame
      id="first-step"
      data-athlete={athlete.id}
      size="wide"
      title={`Ask ${athlete.firstName}`}
      footer={
        <div className="grid w-full grid-cols-1 gap-3">
          <p role="status" data-late hidden className="text-muted text-sm">
            This goes on as soon as there is a network. What you write stays here.
          </p>
          <div className="flex gap-3">
            <NextButton formId={FORM} isValid={false} isBusy={false} />
          </div>
        </div>
      }
    >
      <StepFrame step={0}>
        <form id={FORM} noValidate>
          <QuestionStep isEarly draft={emptyDraft('')} dispatch={nothing} problems={{}} video={<Video />} />
        </form>
      </StepFrame>
    </DialogFrame>
  )
}

const FORM = 'first-step-form'
const nothing = () => {}

function Video() {
  return (
    <div className="grid gap-3">
      <VideoChoices isDisabled={false} file={<PickerLoading />} />
      <div hidden data-writing>
        <WritingInstead />
      </div>
    </div>
  )
}
