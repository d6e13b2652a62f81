import { useOnline } from '../../api/connection.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { LAST_STEP } from '../asking/ask-draft.ts'
import { isUnderWay, type SendingStage } from '../asking/sending-stage.ts'
import { SendingStatus } from './sending-status.tsx'

type WizardFooterProps = {
  step: number
  stage: SendingStage
  amountCents: number
  /** The question's video, whose upload the footer shows. */
  takeId: string | null
  /** The form that the main button submits: the step's, or the card's. */
  formId: string
  isValid: boolean
  isBusy: boolean
  /** Whether the question was submitted: there is no way back then, and the wizard can be closed. */
  isSubmitted: boolean
  /** Whether the bank is asked about the card right now; only then is Back disabled. */
  isConfirming: boolean
  onBack: () => void
  onSubmit: () => Promise<boolean>
  onClose: () => void
}

/** Renders Back and the main button; Next needs a valid step, paying and sending a network (S1-4.17–4.20, D96). */
export function WizardFooter(props: WizardFooterProps) {
  const { step, stage, amountCents, takeId, isSubmitted, isConfirming, onBack, onClose } = props
  if (isUnderWay(stage)) {
    return (
      <Button tone="secondary" wide onClick={onClose}>
        Close
      </Button>
    )
  }
  return (
    <div className="grid w-full grid-cols-1 gap-3">
      {step === LAST_STEP && <SendingStatus stage={stage} takeId={takeId} isPaid={amountCents > 0} />}
      <div className="flex gap-3">
        {isSubmitted && (
          <Button tone="secondary" size="large" onClick={onClose}>
            Close
          </Button>
        )}
        {step > 0 && !isSubmitted && (
          <Button tone="secondary" size="large" onClick={onBack} disabled={isConfirming}>
            Back
          </Button>
        )}
        {step < LAST_STEP ? <NextButton {...props} /> : <SendButton {...props} />}
      </div>
    </div>
  )
}

type NextProps = Pick<WizardFooterProps, 'isValid' | 'isBusy' | 'formId'>

export function NextButton({ isValid, isBusy, formId }: NextProps) {
  return (
    <Button
      type="submit"
      data-again="next"
      form={formId}
      size="large"
      iconAfter="arrow-right"
      disabled={!isValid}
      loading={isBusy}
      className="flex-1"
    >
      Next
    </Button>
  )
}

function SendButton({ stage, amountCents, formId, isValid, isBusy, onSubmit }: WizardFooterProps) {
  const online = useOnline()
  const isSending = stage.at === 'uploading' || stage.at === 'checking'
  if (amountCents === 0) {
    const isWorking = isBusy || isSending || stage.at === 'preparing'
    return (
      <Button
        size="large"
        disabled={!online || !isValid}
        loading={isWorking}
        onClick={onSubmit}
        // The second tap of a double tap on Next asks nothing.
        className="flex-1 animate-settle"
      >
        Submit Request
      </Button>
    )
  }
  return (
    <Button
      type="submit"
      form={formId}
      size="large"
      disabled={!online || !isValid || stage.at === 'idle' || stage.at === 'preparing'}
      loading={isBusy || isSending}
      className="min-w-0 flex-1 whitespace-normal! [&>span]:shrink-0"
    >
      Hold {formatMoney(amountCents)} and submit
    </Button>
  )
}
