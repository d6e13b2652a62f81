import { useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { isOnline } from '../../api/connection.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'
import { checkExistingUser } from './ask-calls.ts'
import { type AskDraft, type DraftEvent, offeredCents, termsOf } from './ask-draft.ts'
import { PAYMENT_STEP } from './shown-terms.ts'

type Options = {
  athlete: PublicAthlete
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  /** Sets up the payment; resolves to false when that failed. */
  prepare: () => Promise<boolean>
  forward: (step: number) => void
  /** The text to show when the server could not check who asks. */
  networkErrorText?: string
}

/**
 * Returns the text to show when the check of the asker failed (S1-8.6). Null offline, because the check is made later
 * and until then the asker counts as a first-time one (S1-8.5).
 */
export function checkProblem(
  checked: CallResult<unknown>,
  { isOnline, networkErrorText = COPY.accountCheck }: { isOnline: boolean; networkErrorText?: string },
): string | null {
  if (checked.ok) return null
  if (!isNetworkError(checked)) return refusalText(checked.refusal)
  return isOnline ? networkErrorText : null
}

/**
 * Goes on to the next step, after the calls to the server that this step needs. An offline device goes on without
 * them, because the last step makes them again (S1-4.8–4.11, S1-4.14).
 */
export function useNextStep(options: Options) {
  const { athlete, draft, dispatch, prepare, forward, networkErrorText = COPY.accountCheck } = options
  const [isBusy, setBusy] = useState(false)
  const { step } = draft

  const leaveInformation = async (): Promise<boolean> => {
    const checked = await checkExistingUser(athlete.id, draft.asker)
    if (checked.ok) {
      dispatch({ type: 'first-time', firstTime: athlete.promo && checked.value.firstTime })
      return true
    }
    const text = checkProblem(checked, { isOnline: isOnline(), networkErrorText })
    if (text) showToast({ text, tone: 'danger' })
    return text === null
  }
  const leavePayment = async (): Promise<boolean> => {
    const isFree = offeredCents(draft, termsOf(draft, athlete)) === 0
    return isFree || (await prepare()) || !isOnline()
  }
  const mayLeave = (): Promise<boolean> | boolean => {
    if (!isOnline()) return true
    if (step === 1) return leaveInformation()
    return step === PAYMENT_STEP ? leavePayment() : true
  }
  const next = async () => {
    if (isBusy) return
    setBusy(true)
    const goes = await Promise.resolve(mayLeave()).finally(() => setBusy(false))
    if (goes && step === PAYMENT_STEP) dispatch({ type: 'change-heard' })
    if (goes) forward(step + 1)
  }
  return { next, isBusy }
}
