import { useLoaderData, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { HowItWorks } from '../../question/request/how-it-works.tsx'
import { RequestLayout, RequestStep } from '../../question/request/request-layout.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { AthleteChooser, CHOSEN_ID } from './athlete-chooser.tsx'
import type { Requested } from './load-requested.ts'
import { useRequestForm } from './use-request-form.ts'

/** Asking on a page of its own, with or without an athlete named by its address (S2-2.9, S2-2.82, S1-2.7). */
export function RequestScreen() {
  const requested = useLoaderData({ from: '/request/{-$username}' })
  const { athlete } = requested
  const canAsk = athlete !== null && !athlete.paused
  const form = useRequestForm(canAsk)
  const continueId = useLocation({ select: ({ state }) => state.continueDraft })
  useReturnFromBank()
  useFocusOnChosen(athlete?.id)
  const around = (steps: ReactNode) => (
    <RequestLayout aside={<HowItWorks />}>
      <RequestStep number={1} title={`Choose an ${PRODUCT.infielder}`}>
        <AthleteChooser key={athlete?.id} athlete={athlete} problem={problemOf(requested)} />
      </RequestStep>
      {steps}
    </RequestLayout>
  )
  if (!canAsk) return around(<StepsToCome />)
  const waiting = <StepsToCome isLoading isFree={!athlete.priceCents} />
  if (!form) return around(waiting)
  const { AskRequest, watchElsewhere } = form
  return <AskRequest {...{ athlete, continueId, around, waiting, watchElsewhere }} />
}

function problemOf({ athlete, isMissing, isUnnamed }: Requested): string | null {
  if (athlete || isUnnamed) return null
  return isMissing ? 'This athlete could not be loaded. Try again with a network.' : COPY.athleteNotFound
}

/** The other three steps, by their names, while there is nobody to ask or the form is on its way (S2-2.85–2.87). */
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

/** How many fields stand in each of these steps. */
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

/** Whoever has chosen is taken back to where the choice now stands. */
function useFocusOnChosen(athleteId: string | undefined) {
  const before = useRef(athleteId)
  useEffect(() => {
    if (before.current === athleteId) return
    before.current = athleteId
    document.getElementById(CHOSEN_ID)?.focus({ preventScroll: true })
  }, [athleteId])
}

/** A bank that asked for a confirmation sends the browser back here; what it added to the address goes. */
function useReturnFromBank() {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser comes back
  useEffect(() => {
    if (new URLSearchParams(location.search).has('payment_intent'))
      void navigate({ to: '.', search: {}, replace: true })
  }, [])
}
