import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useOnline } from '../../api/connection.ts'
import { countryName } from '../../text/country-options.ts'
import { formatTimer } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { showToast } from '../../ui/toasts.ts'
import { isSubmitted } from '../asking/sender-state.ts'
import { AskingNote } from '../wizard/asking-note.tsx'
import { CardPart, type SendStepProps } from '../wizard/send-step.tsx'
import { ReleasedNote, SendingStatus } from '../wizard/sending-status.tsx'
import { RequestProblem } from './request-problem.tsx'

type ConfirmRequestProps = Pick<
  SendStepProps,
  'athlete' | 'draft' | 'sending' | 'amountCents' | 'isCardBusy' | 'onCardBusy'
> & {
  /** Whether the page may ask for the card; false until it is certain what the question costs. */
  mayPay: boolean
  /** Goes back to the form; the payment that was set up is then cancelled. */
  onCancel: () => void
}

/**
 * Renders the confirm screen: a summary, the card form when there is something to pay, and the buttons to cancel
 * and submit (S2-2.93–2.98).
 */
export function ConfirmRequest(props: ConfirmRequestProps) {
  const { draft, sending, amountCents, onCancel } = props
  const { stage, sender } = sending
  if (stage.at === 'asking' || stage.at === 'handed-over') {
    return (
      <Frame>
        <UnderWay />
        <AskingNote isLate={stage.at === 'handed-over'} draft={draft} amountCents={amountCents} />
      </Frame>
    )
  }
  if (stage.at === 'released') {
    const takeBack = () => sender.takeBack(stage.reason, () => onCancel())
    return (
      <Frame>
        <UnderWay />
        <ReleasedNote stage={stage} amountCents={amountCents} onTakeBack={takeBack} />
      </Frame>
    )
  }
  return (
    <Frame>
      <Heading {...(isSubmitted(sending) ? SUBMITTED : UNSUBMITTED)} />
      <Summary {...props} />
      {sending.problem && <RequestProblem problem={sending.problem} onBack={onCancel} />}
      <Submitting {...props} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="wrap grid max-w-3xl grid-cols-1 gap-8 py-10 md:py-16">{children}</div>
}

/** Renders the headings that belong above the heading of a note. */
function UnderWay() {
  return (
    <>
      <h1 className="sr-only">Your request</h1>
      <h2 className="sr-only">How it stands</h2>
    </>
  )
}

const UNSUBMITTED = {
  title: 'Confirm your request',
  lead: 'Look it over once more. Nothing is sent before you submit it.',
}
const SUBMITTED = {
  title: 'Sending your request',
  lead: 'You have submitted it, so it stays as it is.',
}

/** Renders the heading and focuses it, because the form that had the focus is gone. */
function Heading(words: { title: string; lead: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <ScreenHead {...words} />
    </div>
  )
}

function Summary({ draft, athlete, amountCents }: ConfirmRequestProps) {
  const { asker, subject, discount } = draft
  const lines: [name: string, value: ReactNode][] = [
    ['Name', `${asker.firstName} ${asker.lastName}`],
    ['City and country', `${asker.city}, ${countryName(asker.countryCode)}`],
    ['Email', asker.email],
    ['Subject', subject],
    ['Message', <Message key="message" draft={draft} />],
    [
      'Athlete',
      <Link
        key="athlete"
        to="/athletes/$username"
        params={{ username: athlete.username }}
        target="_blank"
        className="link"
      >
        {athlete.firstName} {athlete.lastName} (@{athlete.username})
      </Link>,
    ],
    ...(discount ? [['Discount code', discount.code] satisfies [string, ReactNode]] : []),
  ]
  return (
    <dl className="card divide-y">
      {lines.map(([name, value]) => (
        <div key={name} className="grid grid-cols-1 gap-x-6 px-5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-muted text-sm sm:pt-0.5">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-6 px-5 py-4">
        <dt className="label">Order total</dt>
        <dd className="display figures text-3xl">{amountCents > 0 ? formatMoney(amountCents) : 'Free'}</dd>
      </div>
    </dl>
  )
}

function Message({ draft: { text, video } }: Pick<ConfirmRequestProps, 'draft'>) {
  if (!video) return <span className="whitespace-pre-wrap">{text}</span>
  return <span className="figures">Video, {formatTimer(Math.round(video.durationMs / 1_000))}</span>
}

function Submitting(props: ConfirmRequestProps) {
  const { draft, sending, amountCents, mayPay, isCardBusy, onCardBusy, onCancel } = props
  const { stage, sender } = sending
  const formId = useId()
  const online = useOnline()
  const cancel = () => {
    onCancel()
    showToast({ text: 'Request cancelled. What you wrote is still here.' })
  }
  const isPaid = amountCents > 0
  const isWorking =
    stage.at === 'uploading' || stage.at === 'checking' || (!isPaid && stage.at === 'preparing')
  const isReady = online && mayPay && (!isPaid || (stage.at !== 'idle' && stage.at !== 'preparing'))
  const submit = isPaid ? { type: 'submit' as const, form: formId } : { onClick: sender.submitFree }
  return (
    <div className="grid grid-cols-1 gap-6">
      {isPaid && (
        <>
          <h2 className="sr-only">Payment</h2>
          <CardPart {...{ sending, amountCents, formId, mayPay, onCardBusy }} page="request" />
        </>
      )}
      <SendingStatus stage={stage} takeId={draft.video?.id ?? null} isPaid={isPaid} />
      {isPaid && (
        <p className="figures text-sm">
          {formatMoney(amountCents)} is held on your card in US dollars, not charged, until the response
          arrives.
        </p>
      )}
      <p className="text-muted text-sm">
        By submitting you agree to the{' '}
        <Link to="/termsofservice" target="_blank" className="link text-ink">
          terms of service
        </Link>{' '}
        and the{' '}
        <Link to="/privacypolicy" target="_blank" className="link text-ink">
          privacy policy
        </Link>
        .
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {!isSubmitted(sending) && (
          <Button tone="secondary" size="large" disabled={isCardBusy && stage.at === 'card'} onClick={cancel}>
            Cancel request
          </Button>
        )}
        <Button size="large" loading={isCardBusy || isWorking} disabled={!isReady} {...submit}>
          Submit request
        </Button>
      </div>
    </div>
  )
}
