import { type FormEvent, useEffect, useId, useRef } from 'react'
import { prepareCaptcha } from '../../api/captcha/captcha.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { LAST_STEP } from '../asking/ask-draft.ts'
import { checkStep } from '../asking/check-step.ts'
import type { DraftKept } from '../asking/draft-saver.ts'
import { KeptNotice } from '../asking/kept-notice.tsx'
import { PricingNote } from '../asking/pricing-note.tsx'
import { isSubmitted } from '../asking/sender-state.ts'
import { PAYMENT_STEP } from '../asking/shown-terms.ts'
import { type AskFlowFacts, useAskFlow, useLastStep } from '../asking/use-ask-flow.ts'
import { useNextStep } from '../asking/use-next-step.ts'
import type { Pricing } from '../asking/use-pricing.ts'
import { AskerStep } from './asker-step.tsx'
import { DiscountField } from './discount-field.tsx'
import { PaymentStep } from './payment-step.tsx'
import { QuestionStep } from './question-step.tsx'
import { SendStep } from './send-step.tsx'
import { ProblemNote } from './sending-status.tsx'
import { StepFrame } from './step-frame.tsx'
import { VideoPart } from './video-part.tsx'
import { WizardFooter } from './wizard-footer.tsx'

type WizardDialogProps = AskFlowFacts & {
  steps: { forward: (step: number) => void; back: (step: number) => void; leave: () => void }
  /** Whether the draft was begun with a video that only another device has. */
  lacksVideo: boolean
  kept: DraftKept
}

/** Renders the four steps in their dialog: progress above, one main action below. */
export function WizardDialog(given: WizardDialogProps) {
  const flow = useAskFlow(given)
  const { pricing, athlete, facts, amountCents, sending, isCardBusy } = flow
  const { terms } = facts
  const props = { ...given, athlete }
  const { draft, dispatch, steps } = props
  const isSent = isSubmitted(sending)
  // How a submitted question stands, or its card, is shown whatever step the draft was left at.
  const step = isSent || sending.isConfirming ? LAST_STEP : draft.step
  const problems = checkStep(step, draft, facts)
  const { next, isBusy } = useNextStep({ ...props, prepare: sending.sender.prepare, forward: steps.forward })
  const formId = useId()
  const online = useOnline()
  useEarlyCaptcha(step)
  useLastStep(flow, { draft, step, back: steps.back })
  useBackFromSent(isSent, { step: draft.step, leave: steps.leave })
  const isOpen = step < PAYMENT_STEP || pricing.closed === null
  const isValid = isOpen && Object.keys(problems).length === 0
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    sending.sender.clearProblem()
    if (isValid) await next()
  }

  const step1 = <QuestionStep {...{ draft, dispatch, problems }} video={<VideoOf {...props} />} />
  const step2 = (
    <AskerStep asker={draft.asker} athleteName={athlete.firstName} dispatch={dispatch} problems={problems} />
  )
  const step3 = (
    <PaymentStep
      {...{ draft, terms, dispatch, problems }}
      athleteName={athlete.firstName}
      code={<DiscountField {...{ draft, terms, dispatch }} isFolded />}
    />
  )
  const step4 = <SendStep {...given} {...flow} formId={formId} />
  return (
    <Dialog
      open
      onClose={steps.leave}
      dismissible={false}
      size="wide"
      title={`Ask ${athlete.firstName}`}
      footer={
        <WizardFooter
          step={step}
          stage={sending.stage}
          amountCents={amountCents}
          takeId={draft.video?.id ?? null}
          formId={formId}
          isValid={isValid}
          isBusy={isBusy || isCardBusy || (step === LAST_STEP && online && pricing.isAsking)}
          isSubmitted={isSent}
          isConfirming={isCardBusy && sending.stage.at === 'card'}
          onBack={() => steps.back(step - 1)}
          onSubmit={sending.sender.submitFree}
          onClose={steps.leave}
        />
      }
    >
      <StepFrame step={step}>
        <Notices {...props} pricing={isSent ? null : pricing} />
        {sending.problem && <ProblemNote problem={sending.problem} step={step} onGoTo={steps.back} />}
        {step === LAST_STEP ? (
          step4
        ) : (
          <form id={formId} noValidate onSubmit={goOn}>
            {[step1, step2, step3][step]}
          </form>
        )}
      </StepFrame>
    </Dialog>
  )
}

/** Leaves the wizard when the browser goes back from a submitted question, because no step of it can be changed. */
function useBackFromSent(isSent: boolean, { step, leave }: { step: number; leave: () => void }) {
  const before = useRef(step)
  useEffect(() => {
    if (isSent && step < before.current) leave()
    before.current = step
  }, [isSent, step, leave])
}

/** Renders the part that asks the question on video. */
function VideoOf({ device, draftId, draft, dispatch }: WizardDialogProps) {
  return (
    <VideoPart
      {...{ device, draftId }}
      questionId={draft.questionId}
      video={draft.video}
      subject={draft.subject}
      isDisabled={draft.text !== ''}
      onVideo={(video) => dispatch({ type: 'video', video })}
    />
  )
}

const OFFLINE: Partial<Record<DraftKept, string>> = {
  here: 'Offline. What you enter is saved on this device.',
  page: 'Offline. What you enter is here until you close or reload this page.',
}

/**
 * Renders the notices above a step: no network, other terms, a video that is on another device. `pricing` is null for
 * a submitted question, which costs what it was submitted for.
 */
function Notices({ draft, pricing, kept, ...props }: WizardDialogProps & { pricing: Pricing | null }) {
  const online = useOnline()
  const { step } = draft
  const lacksVideo = props.lacksVideo && draft.video === null && draft.text === ''
  return (
    <>
      <KeptNotice kept={kept} />
      {!online && step < LAST_STEP && OFFLINE[kept] && (
        <StatusLine icon="offline" live>
          {OFFLINE[kept]}
        </StatusLine>
      )}
      {pricing && <PricingNote {...pricing} />}
      {lacksVideo && step === 0 && (
        <StatusLine icon="device" live>
          The video of this question is on your other device. Record it again here, or write instead.
        </StatusLine>
      )}
    </>
  )
}

/** Solves a captcha ahead for a visitor who is past the first step, because they will need it. */
function useEarlyCaptcha(step: number) {
  const { state } = useSession()
  const online = useOnline()
  const isWanted = step > 0 && online && state !== 'signed-in' && state !== 'starting'
  useEffect(() => {
    if (isWanted) prepareCaptcha()
  }, [isWanted])
}
