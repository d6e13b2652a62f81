import { useEffect } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { useOnline } from '../../api/connection.ts'
import { refreshSession, useSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { CardForm } from '../../payment/card-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import type { AskDraft } from '../asking/ask-draft.ts'
import type { SendingView } from '../asking/use-sending.ts'
import { AskingNote } from './asking-note.tsx'
import { ReviewStep } from './review-step.tsx'
import { ReleasedNote } from './sending-status.tsx'

export type SendStepProps = {
  athlete: PublicAthlete
  device: Device
  draft: AskDraft
  steps: { back: (step: number) => void }
  sending: SendingView
  amountCents: number
  formId: string
  /** Whether the payment may be set up; false until the fan has heard what the question costs now. */
  mayPay?: boolean
  isCardBusy: boolean
  onCardBusy: (isBusy: boolean) => void
}

type CardPartProps = Pick<SendStepProps, 'sending' | 'amountCents' | 'formId' | 'mayPay' | 'onCardBusy'> & {
  page?: 'request'
}

/** Renders step 4: the review with its card form, or how far sending is (S1-4.16–4.18). */
export function SendStep(props: SendStepProps) {
  const { draft, sending, amountCents, steps, isCardBusy } = props
  const { stage } = sending
  if (stage.at === 'asking' || stage.at === 'handed-over') {
    return <AskingNote isLate={stage.at === 'handed-over'} draft={draft} amountCents={amountCents} />
  }
  if (stage.at === 'released') {
    const { reason } = stage
    const takeBack = () =>
      sending.sender.takeBack(reason, (isWhole) => {
        if (reason === 'price-changed' || reason === 'discount-gone') steps.back(2)
        if (!isWhole) steps.back(0)
      })
    return <ReleasedNote stage={stage} amountCents={amountCents} onTakeBack={takeBack} />
  }
  const isQuiet = stage.at === 'idle' || stage.at === 'card'
  return (
    <ReviewStep {...props} onEdit={isQuiet && !isCardBusy ? steps.back : undefined}>
      {amountCents > 0 && <CardPart {...props} />}
    </ReviewStep>
  )
}

/** Renders the card form once the payment is set up, and keeps it on the screen while the video is uploaded. */
export function CardPart(props: CardPartProps) {
  const { sending, amountCents, formId, mayPay = true, onCardBusy, page } = props
  const { stage, problem, card, sender } = sending
  const online = useOnline()
  const { payments } = useSession()
  const isIdle = stage.at === 'idle'
  const wantsPayment = mayPay && isIdle && online && !problem && !card
  useEffect(() => {
    if (wantsPayment) void sender.prepare()
  }, [wantsPayment, sender])
  useEffect(() => {
    if (online && !payments) void refreshSession()
  }, [online, payments])

  if (card && payments) {
    return (
      <section aria-labelledby={`${formId}-title`} className="card p-4">
        <h3 id={`${formId}-title`} className="label mb-4 text-lg">
          Your card
        </h3>
        <CardForm
          formId={formId}
          clientSecret={card.clientSecret}
          payments={payments}
          amountCents={amountCents}
          beforeConfirm={sender.beforeCard}
          onBusy={onCardBusy}
          onConfirmed={sender.afterCard}
          page={page}
        />
      </section>
    )
  }
  if (isIdle && problem && online) {
    return (
      <Button tone="secondary" icon="retry" onClick={sender.prepare}>
        Try again
      </Button>
    )
  }
  return online && mayPay ? <Skeleton className="h-56 w-full" /> : null
}
