import { useCallback, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { serverNow } from '../../api/session.ts'
import { checkExistingUser } from './ask-calls.ts'
import { type AskDraft, type DraftEvent, LAST_STEP, termsOf } from './ask-draft.ts'
import { checkStep } from './check-step.ts'
import { changeText, closedText, isShown } from './shown-terms.ts'
import type { SendingView } from './use-sending.ts'

type Asked = { athlete: PublicAthlete; draft: AskDraft; dispatch: (event: DraftEvent) => void }

/** What asking this athlete costs now, and what the fan has to hear before paying. */
export type Pricing = {
  athlete: PublicAthlete
  /** What has changed since the terms were shown; null when nothing has, or when the fan has been told. */
  change: string | null
  /** Why the athlete cannot be asked right now; null when they can. */
  closed: string | null
  /** Whether the price is still being checked; the fan cannot pay until the check has ended. */
  isAsking: boolean
  refresh: () => Promise<void>
}

const INFORMATION_STEP = 1

/** Prices a question again whenever the network is back: the price, a pause, and whether it is a first question. */
export function usePricing({ athlete: seen, draft, dispatch }: Asked): Pricing {
  const { athlete, isGone, isAsking, refresh } = useCurrentAthlete(seen)
  const { priceCents, promo, username, firstName } = athlete
  useEffect(() => {
    dispatch({ type: 'terms', to: { username, firstName }, terms: { priceCents, promo } })
  }, [priceCents, promo, username, firstName, dispatch])
  const isChecking = useFirstTimeLater({ athlete, draft, dispatch })
  return {
    athlete,
    change: changeText(draft.before, termsOf(draft, athlete), firstName),
    closed: closedText(athlete, { isGone, now: serverNow() }),
    isAsking: isAsking || isChecking || !isShown(draft, athlete),
    refresh,
  }
}

/**
 * Makes the first-time check that was left out because the fan left the second step offline, and returns whether it
 * is under way. If it fails, the page shows nothing, the asker counts as a first-time one, and the server decides
 * again (S1-4.10, S1-8.5, D20).
 */
function useFirstTimeLater({ athlete, draft, dispatch }: Asked): boolean {
  const online = useOnline()
  const { asker, firstTime, step } = draft
  const isKnown = !athlete.promo || firstTime !== null || step <= INFORMATION_STEP
  const facts = { terms: termsOf(draft, athlete), now: serverNow() }
  const isWanted = online && !isKnown && Object.keys(checkStep(INFORMATION_STEP, draft, facts)).length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for whoever asks, whatever else is typed
  useEffect(() => {
    if (!isWanted) return
    void checkExistingUser(athlete.id, asker).then((checked) =>
      dispatch({ type: 'first-time', firstTime: checked.ok ? checked.value.firstTime : true }),
    )
  }, [isWanted])
  return isWanted
}

const ABOUT_TERMS: readonly RefusalCode[] = [
  'amount-below-price',
  'price-changed',
  'athlete-paused',
  'athlete-unavailable',
]

type Watched = {
  pricing: Pricing
  step: number
  sending: SendingView
  isCardBusy: boolean
  back: (step: number) => void
}

/**
 * Leads a fan on the last step back to the price when it has changed, so that they never pay an amount they were
 * not told. After a refusal because of the terms, asks the server for them again.
 */
export function useToldBeforePaying({ pricing, step, sending, isCardBusy, back }: Watched): void {
  const { stage, problem, sender } = sending
  const hasChanged = pricing.change !== null
  // Do not interrupt a payment or a submission that is already under way.
  const isQuiet = !isCardBusy && (stage.at === 'idle' || stage.at === 'card')
  // The refused code is already removed, so the fan has to agree to the full price on the step that shows it.
  const isCodeRefused = problem?.code?.startsWith('discount-') === true
  const mustHear = (hasChanged || isCodeRefused) && step === LAST_STEP && isQuiet
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    if (mustHear) back(LAST_STEP - 1)
  }, [mustHear])
  const { refresh } = pricing
  const isAboutTerms = problem?.code !== undefined && ABOUT_TERMS.includes(problem.code)
  useEffect(() => {
    if (isAboutTerms) void refresh()
  }, [isAboutTerms, refresh])
  useEffect(() => {
    if (isAboutTerms && hasChanged) sender.clearProblem()
  }, [isAboutTerms, hasChanged, sender])
}

type CurrentAthlete = {
  athlete: PublicAthlete
  /** Whether the server no longer has such an athlete. */
  isGone: boolean
  /** Whether the device is online and the server has neither answered nor failed to. */
  isAsking: boolean
  refresh: () => Promise<void>
}

type Answer = 'none' | 'there' | 'gone' | 'failed'

/** Returns the athlete as the server has them now, asked again when the network is back; until then as last seen. */
function useCurrentAthlete(seen: PublicAthlete): CurrentAthlete {
  const online = useOnline()
  const [athlete, setAthlete] = useState(seen)
  const [answer, setAnswer] = useState<Answer>('none')
  const { username } = seen
  const refresh = useCallback(async () => {
    setAnswer('none')
    const found = await call<PublicAthlete>(`${CALLS.athlete}${encodeURIComponent(username)}`)
    if (found.ok) setAthlete(found.value)
    const isMissing = !found.ok && !isNetworkError(found) && found.refusal.code === 'not-found'
    setAnswer(found.ok ? 'there' : isMissing ? 'gone' : 'failed')
  }, [username])
  useEffect(() => {
    if (online) void refresh()
    // The last answer may be out of date by the time the network is back.
    else setAnswer('none')
  }, [online, refresh])
  return { athlete, isGone: answer === 'gone', isAsking: online && answer === 'none', refresh }
}
