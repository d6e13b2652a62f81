import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import type { PriceTerms } from '../../../sync/payment/amount.ts'
import { waitForCaptcha } from '../../api/captcha/captcha.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { hasContent } from '../asking/ask-draft.ts'
import type { DraftField, StepProblems } from '../asking/check-step.ts'
import type { SenderFacts } from '../asking/sender-facts.ts'
import { AskerStep } from '../wizard/asker-step.tsx'
import { DiscountField } from '../wizard/discount-field.tsx'
import { PaymentStep } from '../wizard/payment-step.tsx'
import { MessagePart } from './message-part.tsx'
import { RequestStep } from './request-layout.tsx'

export type RequestFormProps = Pick<SenderFacts, 'athlete' | 'device' | 'draftId' | 'draft' | 'dispatch'> & {
  terms: PriceTerms
  amountCents: number
  problems: StepProblems
  /** Notices above the button: storage problems, changed terms, and why sending failed. */
  note: ReactNode
  isBusy: boolean
  /** Whether the athlete takes no questions right now. */
  isClosed: boolean
  onContinue: () => Promise<void>
  /** Begins a new draft in place of this one. */
  onStartFresh: () => void
}

/**
 * Renders steps 2 to 4, and the button to the confirm screen, which is enabled once everything is filled in
 * (S2-2.85–2.87, S2-5.24, S2-5.29).
 */
export function RequestForm(props: RequestFormProps) {
  const { athlete, device, draftId, draft, dispatch, terms, amountCents, problems, isBusy } = props
  const online = useOnline()
  const human = useHumanCheck(draft.prepared)
  const [wasHere] = useState(() => hasContent(draft))
  const missing = missingWords(problems)
  const isOpen = !props.isClosed && missing.length === 0 && (human.state === 'passed' || !online)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isOpen) await props.onContinue()
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Your request" className="contents">
      <RequestStep number={2} title="Create your request">
        {wasHere && hasContent(draft) && <ClearLine onStartFresh={props.onStartFresh} />}
        <MessagePart key={draftId} {...{ device, draftId, draft, dispatch, problems }} />
      </RequestStep>
      <RequestStep number={3} title="Enter your contact info">
        <AskerStep
          asker={draft.asker}
          athleteName={athlete.firstName}
          dispatch={dispatch}
          problems={problems}
        />
      </RequestStep>
      <RequestStep number={4} title="Payment" note={athlete.priceCents ? undefined : 'Optional'}>
        <DiscountField {...{ draft, terms, dispatch }} />
        <PaymentStep {...{ draft, terms, dispatch, problems }} athleteName={athlete.firstName} />
      </RequestStep>
      <div className="grid grid-cols-1 justify-items-start gap-4 border-t pt-6 md:pt-8">
        {props.note}
        <HumanLine {...human} />
        {missing.length > 0 && <StatusLine icon="info">Still to fill in: {missing.join(', ')}.</StatusLine>}
        <Button
          type="submit"
          size="large"
          iconAfter="arrow-right"
          loading={isBusy}
          disabled={!isOpen}
          className="max-sm:w-full"
        >
          {amountCents > 0 ? 'Continue to payment' : 'Review your request'}
        </Button>
      </div>
    </form>
  )
}

/** Says that the stored draft is here again, and lets the fan begin a new one. */
function ClearLine({ onStartFresh }: Pick<RequestFormProps, 'onStartFresh'>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <StatusLine icon="device">What you wrote earlier is here again, kept {keptWhere()}.</StatusLine>
      <Button tone="quiet" size="small" className="-ml-3.5 sm:ml-0" onClick={onStartFresh}>
        Start fresh
      </Button>
    </div>
  )
}

function HumanLine({ state, again }: ReturnType<typeof useHumanCheck>) {
  const online = useOnline()
  if (!online) {
    return (
      <StatusLine icon="offline" live>
        Offline. What you enter is saved {keptWhere()}.
      </StatusLine>
    )
  }
  if (state === 'passed') {
    return (
      <StatusLine icon="check" tone="success" live>
        Human verification passed
      </StatusLine>
    )
  }
  if (state === 'waiting') {
    return (
      <StatusLine icon="clock" live>
        Human verification: your device is solving a small puzzle.
      </StatusLine>
    )
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-danger text-sm">
      {COPY.captcha}
      <Button tone="secondary" size="small" icon="retry" onClick={again}>
        Try again
      </Button>
    </div>
  )
}

const WORDS: Record<DraftField, string> = {
  subject: 'a subject',
  content: 'your message',
  firstName: 'your first name',
  lastName: 'your last name',
  birthDate: 'your date of birth',
  countryCode: 'your country',
  city: 'your city',
  email: 'your email address',
  amount: 'an amount',
  confirmed: 'your consent to the hold',
}

function missingWords(problems: StepProblems): string[] {
  return (Object.keys(problems) as DraftField[]).map((field) => WORDS[field])
}

type HumanCheck = { state: 'waiting' | 'passed' | 'failed'; again: () => void }

/**
 * Runs the human verification, which the device solves while the fan fills in the form. `isKnown` says that the
 * server has seen one for this question (S2-5.29, D44). Accounts need none; an offline device solves it later.
 */
function useHumanCheck(isKnown: boolean): HumanCheck {
  const { state: session } = useSession()
  const online = useOnline()
  const [state, setState] = useState<HumanCheck['state']>('waiting')
  const isNeeded = !isKnown && session !== 'signed-in'
  const isWanted = isNeeded && online && session !== 'starting'
  const solve = useCallback(async () => {
    setState('waiting')
    setState((await waitForCaptcha()) ? 'passed' : 'failed')
  }, [])
  useEffect(() => {
    if (isWanted) void solve()
  }, [isWanted, solve])
  return { state: isNeeded ? state : 'passed', again: () => void solve() }
}
