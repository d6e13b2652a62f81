import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import type { Device } from '../../db/device.ts'
import type { WatchDrafts } from '../../store/replica-session.ts'
import { useDevice } from '../../store/use-device.ts'
import { showToast } from '../../ui/toasts.ts'
import { type AskDraft, type DraftEvent, LAST_STEP } from '../asking/ask-draft.ts'
import { checkStep, firstUnfinished } from '../asking/check-step.ts'
import type { DraftKept } from '../asking/draft-saver.ts'
import { KeptNotice } from '../asking/kept-notice.tsx'
import { PricingNote } from '../asking/pricing-note.tsx'
import { useAskDraft } from '../asking/use-ask-draft.ts'
import { type AskedQuestion, askedEarlier, useAskFlow, useLastStep } from '../asking/use-ask-flow.ts'
import { useNextStep } from '../asking/use-next-step.ts'
import type { SendingView } from '../asking/use-sending.ts'
import { ConfirmRequest } from './confirm-request.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestProblem } from './request-problem.tsx'
import { ThankYou } from './thank-you.tsx'

export type AskRequestProps = {
  athlete: PublicAthlete
  watchElsewhere: WatchDrafts | null
  /** The draft its writer has just said to go on with, of several. */
  continueId?: string
  /** The page around the form, with the step that chooses the athlete. */
  around: (form: ReactNode) => ReactNode
  /** What stands in the form's place until it is open. */
  waiting: ReactNode
}

/**
 * Asking on a page of its own: form, confirm screen, thank-you (S2-4.25). The draft, its rules and the way it is sent
 * are the wizard's (D67). What was left earlier is gone on with.
 */
export function AskRequest(props: AskRequestProps) {
  const { athlete, watchElsewhere, continueId, around, waiting } = props
  const device = useDevice()
  const where = { device, athleteId: athlete.id, watchElsewhere, page: 'request' } as const
  const { offered, opened, dispatch, resume, drop, saveNow, kept } = useAskDraft(where)
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
      key={athlete.id}
      {...{ athlete, device, dispatch, saveNow, around, place, kept }}
      draftId={opened.id}
      draft={opened.draft}
      onAsked={async (outcome) => {
        await drop(opened.id).finally(() => {
          setAsked(outcome)
          place.leave()
        })
      }}
    />
  )
}

/** Behind the thanks stands the form that was sent: Back leads to what was there before it. */
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

/** What was written goes along to another athlete; what was theirs does not. */
function useOtherAthlete(athleteId: string, dispatch: (event: DraftEvent) => void) {
  const before = useRef(athleteId)
  useEffect(() => {
    if (before.current === athleteId) return
    before.current = athleteId
    dispatch({ type: 'athlete' })
  }, [athleteId, dispatch])
}

type OpenRequestProps = Pick<AskRequestProps, 'athlete' | 'around'> & {
  device: Device
  draftId: string
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  saveNow: () => Promise<void>
  kept: DraftKept
  place: ReturnType<typeof useConfirmHistory>
  onAsked: (asked: AskedQuestion) => Promise<void>
}

const UNDER_WAY = ['asking', 'handed-over', 'released'] as const

function OpenRequest(given: OpenRequestProps) {
  const { draft, dispatch, place } = given
  const flow = useAskFlow(given)
  const { pricing, athlete, facts, sending } = flow
  const isUnderWay = UNDER_WAY.some((at) => at === sending.stage.at)
  const isWhole = firstUnfinished(draft, facts) === null
  const isConfirming = isUnderWay || (place.isConfirming && isWhole)
  const { goOn, isBusy } = useWayOn({ athlete, draft, dispatch, sending, isWhole, confirm: place.confirm })
  useLastStep(flow, { draft, step: isConfirming ? LAST_STEP : 0, back: place.back })

  if (isConfirming) return <ConfirmRequest {...given} {...flow} onCancel={place.back} />
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

/** To the confirm screen, after the server has said who asks: only then is the price known for certain (S1-4.8). */
function useWayOn({ athlete, draft, dispatch, sending: { sender }, isWhole, confirm }: WayOn) {
  const [wantsOn, setWantsOn] = useState(false)
  const { next, isBusy } = useNextStep({
    athlete,
    draft: { ...draft, step: 1 },
    // a first time that changes no price leaves the consent to it as it is
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
    /** On the request page: the confirm screen is shown instead of the form. */
    confirmsRequest?: boolean
  }
}

/** The confirm screen is an entry of its own on the same address: the browser's Back goes to the form (S2-4.25). */
function useConfirmHistory() {
  const { history } = useRouter()
  const isConfirming = useRouterState({ select: ({ location }) => location.state.confirmsRequest === true })
  return {
    isConfirming,
    confirm: () => history.push(history.location.href, { confirmsRequest: true }, { ignoreBlocker: true }),
    back: () => {
      if (history.location.state.confirmsRequest) history.back()
    },
    /** What was asked is not gone back to. */
    leave: () => history.replace(history.location.href, {}),
  }
}
