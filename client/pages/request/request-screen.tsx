import { useLoaderData, useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ATHLETE_COPY } from '../../../sync/athlete/copy.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { HowItWorks } from '../../question/request/how-it-works.tsx'
import { RequestLayout, RequestStep } from '../../question/request/request-layout.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useLater } from '../../ui/use-later.ts'
import { loadMyQuestions } from '../loaded-later.ts'
import { AthleteChooser, CHOSEN_ID } from './athlete-chooser.tsx'
import type { Requested } from './load-requested.ts'
import { useRequestForm } from './use-request-form.ts'

/** Renders the page for asking, with or without an athlete named in the address (S2-2.9, S2-2.82, S1-2.7). */
export function RequestScreen() {
  const requested = useLoaderData({ from: '/request/{-$username}' })
  const { athlete } = requested
  const canAsk = athlete !== null && !athlete.paused
  const form = useRequestForm(canAsk)
  const continueId = useLocation({ select: ({ state }) => state.continueDraft })
  const { username } = useParams({ from: '/request/{-$username}' })
  const MyQuestions = useLater(loadMyQuestions)
  useFocusOnChosen(athlete?.id)
  const around = (steps: ReactNode) => (
    <RequestLayout aside={<HowItWorks />}>
      <RequestStep number={1} title={`Choose an ${PRODUCT.infielder}`}>
        <AthleteChooser key={athlete?.id} athlete={athlete} problem={problemOf(requested)} />
      </RequestStep>
      {steps}
    </RequestLayout>
  )
  if (!canAsk)
    return around(
      <>
        {/* What was begun to an athlete who pauses or has left can be read here, though not sent. */}
        {MyQuestions && username && <MyQuestions username={username} isClosed />}
        <StepsToCome />
      </>,
    )
  const waiting = <StepsToCome isLoading isFree={!athlete.priceCents} />
  if (!form) return around(waiting)
  const { AskRequest, watchElsewhere } = form
  return <AskRequest {...{ athlete, continueId, around, waiting, watchElsewhere }} />
}

function problemOf({ athlete, isMissing, isUnnamed }: Requested): string | null {
  if (athlete || isUnnamed) return null
  return isMissing ? 'This athlete could not be loaded. Try again with a network.' : ATHLETE_COPY.notFound
}

/** Renders the titles of the other three steps while no athlete is chosen or the form is loading (S2-2.85–2.87). */
function StepsToCome({ isLoading, isFree }: { isLoading?: boolean; isFree?: boolean }) {
  const titles = ['Create your request', 'Enter your contact info', 'Payment']
  return titles.map((title, index) => (
    <RequestStep
      key={title}
      number={index + 2}
      title={title}
      isLater={!isLoading}
      note={isFree && title === 'Payment' ? 'Optional' : undefined}
    >
      {isLoading && <FieldsToCome count={FIELDS[index] ?? 1} isText={index === 0} />}
    </RequestStep>
  ))
}

/** How many fields each of these steps has. */
const FIELDS = [2, 6, 1]

function FieldsToCome({ count, isText }: { count: number; isText: boolean }) {
  return (
    <div className={`grid gap-5 ${isText ? '' : 'sm:grid-cols-2'}`}>
      {Array.from({ length: count }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what will stand here has no identity yet
        <div key={field} className="grid gap-2">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className={isText && field === count - 1 ? 'h-44 w-full' : 'h-12 w-full'} />
        </div>
      ))}
    </div>
  )
}

/** Moves the focus to the chosen athlete after the fan has made a choice. */
function useFocusOnChosen(athleteId: string | undefined) {
  const before = useRef(athleteId)
  useEffect(() => {
    if (before.current === athleteId) return
    before.current = athleteId
    document.getElementById(CHOSEN_ID)?.focus({ preventScroll: true })
  }, [athleteId])
}
