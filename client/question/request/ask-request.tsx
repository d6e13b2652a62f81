import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import type { WatchDrafts } from '../../store/replica-session.ts'
import { useDevice } from '../../store/use-device.ts'
import { showToast } from '../../ui/toasts.ts'
import { type DraftEvent, LAST_STEP } from '../asking/ask-draft.ts'
import { checkStep, firstUnfinished } from '../asking/check-step.ts'
import type { DraftKept } from '../asking/draft-saver.ts'
import { KeptNotice } from '../asking/kept-notice.tsx'
import { PricingNote } from '../asking/pricing-note.tsx'
import { isSubmitted } from '../asking/sender-state.ts'
import { useAskDraft } from '../asking/use-ask-draft.ts'
import {
  type AskedQuestion,
  type AskFlowFacts,
  askedEarlier,
  useAskFlow,
  useLastStep,
} from '../asking/use-ask-flow.ts'
import { useNextStep } from '../asking/use-next-step.ts'
import type { SendingView } from '../asking/use-sending.ts'
import { ConfirmRequest } from './confirm-request.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestProblem } from './request-problem.tsx'
import { ThankYou } from './thank-you.tsx'

export type AskRequestProps = {
  athlete: PublicAthlete
  watchElsewhere: WatchDrafts | null
  /** The draft, of several, that the fan has just chosen to continue. */
  continueId?: string
  /** Renders the page around the form, with the step that chooses the athlete. */
  around: (form: ReactNode) => ReactNode
  /** Shown in place of the form until the draft is open. */
  waiting: ReactNode
}

/**
 * Renders the page for asking: form, confirm screen, thanks (S2-4.25). Shares the draft, its rules and its sending
 * with the wizard (D67). Continues a draft that was left earlier.
 */
export function AskRequest(props: AskRequestProps) {
  const { athlete, watchElsewhere, continueId, around, waiting } = props
  useReturnFromBank()
  const device = useDevice()
  const where = { device, athleteId: athlete.id, watchElsewhere, page: 'request' } as const
  const { offered, opened, dispatch, resume, startOver, drop, saveNow, kept } = useAskDraft(where)
  const [turn, setTurn] = useState(0)
  const [asked, setAsked] = useState<AskedQuestion | null>(null)
  const place = useConfirmHistory()
  const left = offered.find(({ id }) => id === continueId) ?? offered[0]
  const leftId = left && !left.asked ? left.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is found
  useEffect(() => {
    if (left && leftId) void resume(left)
  }, [leftId])
  useOtherAthlete(athlete.id, dispatch)

  const told = asked ?? (left && askedEarlier(left, athlete))
  useBackBeyond(Boolean(told))
  if (told) return <ThankYou athlete={athlete} asked={told} />
  if (!opened) return around(waiting)
  return (
    <OpenRequest
      key={`${athlete.id} ${turn}`}
      {...{ athlete, device, dispatch, saveNow, around, waiting, place, kept }}
      draftId={opened.id}
      draft={opened.draft}
      onStartFresh={() => {
        setTurn(turn + 1)
        void startOver(opened).then((submitted) => {
          if (submitted !== 'no') showToast({ text: STAYS[submitted] })
        })
      }}
      onAsked={async (outcome) => {
        await drop(opened.id).finally(() => {
          setAsked(outcome)
          place.leave()
        })
      }}
    />
  )
}

const STAYS = {
  yes: 'You have submitted the question you wrote before, so we leave it as it is.',
  maybe: 'We cannot check now whether the question you wrote before was sent, so we leave it as it is.',
}

/** Makes Back from the thanks skip the form that was sent, and lead to the page before it. */
function useBackBeyond(isAsked: boolean) {
  const { history } = useRouter()
  useEffect(() => {
    if (!isAsked) return
    const { pathname } = history.location
    return history.subscribe(({ location, action }) => {
      if (action.type === 'BACK' && location.pathname === pathname) history.back()
    })
  }, [history, isAsked])
}

/** Keeps the fan's words when they choose another athlete, and resets what belonged to the former one. */
function useOtherAthlete(athleteId: string, dispatch: (event: DraftEvent) => void) {
  const before = useRef(athleteId)
  useEffect(() => {
    if (before.current === athleteId) return
    before.current = athleteId
    dispatch({ type: 'athlete' })
  }, [athleteId, dispatch])
}

type OpenRequestProps = AskFlowFacts &
  Pick<AskRequestProps, 'around' | 'waiting'> & {
    kept: DraftKept
    place: ReturnType<typeof useConfirmHistory>
    onStartFresh: () => void
  }

function OpenRequest(given: OpenRequestProps) {
  const { draft, dispatch, place } = given
  const flow = useAskFlow(given)
  const { pricing, athlete, facts, sending } = flow
  const isWhole = firstUnfinished(draft, facts) === null
  const isSending = isSubmitted(sending) || sending.isConfirming
  const isConfirming = isSending || (place.isConfirming && isWhole)
  const { goOn, isBusy } = useWayOn({ athlete, draft, dispatch, sending, isWhole, confirm: place.confirm })
  useLastStep(flow, { draft, step: isConfirming ? LAST_STEP : 0, back: place.back })

  if (isConfirming) return <ConfirmRequest {...given} {...flow} onCancel={place.back} />
  if (sending.submittedCents === undefined) return given.around(given.waiting)
  const problems = Object.assign({}, ...[0, 1, 2].map((each) => checkStep(each, draft, facts)))
  const { change, closed } = pricing
  const note = (
    <>
      <KeptNotice kept={given.kept} />
      <PricingNote {...{ change, closed }} />
      {sending.problem && <RequestProblem problem={sending.problem} />}
    </>
  )
  const isClosed = closed !== null
  const { terms } = facts
  return given.around(
    <RequestForm {...given} {...flow} {...{ terms, problems, note, isBusy, isClosed }} onContinue={goOn} />,
  )
}

type WayOn = Pick<OpenRequestProps, 'athlete' | 'draft' | 'dispatch'> & {
  sending: SendingView
  isWhole: boolean
  confirm: () => void
}

/** Leads to the confirm screen once the server has said who asks, because only then the price is certain (S1-4.8). */
function useWayOn({ athlete, draft, dispatch, sending: { sender }, isWhole, confirm }: WayOn) {
  const [wantsOn, setWantsOn] = useState(false)
  const { next, isBusy } = useNextStep({
    athlete,
    draft: { ...draft, step: 1 },
    // For an athlete without a promo the first time changes no price, so it must not clear the fan's consent.
    dispatch: (event) => (event.type === 'first-time' && !athlete.promo ? undefined : dispatch(event)),
    prepare: sender.prepare,
    forward: () => setWantsOn(true),
    networkErrorText: COPY.userData,
  })
  useEffect(() => {
    if (!wantsOn) return
    setWantsOn(false)
    if (isWhole) confirm()
    else showToast({ text: 'This is not your first question here, so it is no longer free.', tone: 'danger' })
  }, [wantsOn, isWhole, confirm])
  const goOn = async () => {
    sender.clearProblem()
    dispatch({ type: 'change-heard' })
    await next()
  }
  return { goOn, isBusy }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the request page shows the confirm screen instead of the form. */
    confirmsRequest?: boolean
  }
}

/** Removes what a bank added to the address when it sent the browser back here after a confirmation. */
function useReturnFromBank() {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (new URLSearchParams(location.search).has('payment_intent'))
      void navigate({ to: '.', search: {}, replace: true })
  }, [])
}

/** Gives the confirm screen its own history entry on the same address, so that Back leads to the form (S2-4.25). */
function useConfirmHistory() {
  const { history } = useRouter()
  const isConfirming = useRouterState({ select: ({ location }) => location.state.confirmsRequest === true })
  return {
    isConfirming,
    confirm: () => history.push(history.location.href, { confirmsRequest: true }, { ignoreBlocker: true }),
    back: () => {
      if (history.location.state.confirmsRequest) history.back()
    },
    /** Replaces the confirm screen's entry, so that the fan cannot go back to it after the question is asked. */
    leave: () => history.replace(history.location.href, {}),
  }
}
