import { useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { isUnreached } from '../../app/call.ts'
import { isOnline } from '../../pwa/connection.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'
import { checkExistingUser } from './ask-calls.ts'
import { type AskDraft, type DraftEvent, offeredCents, termsOf } from './ask-draft.ts'

type Options = {
  athlete: PublicAthlete
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  /** Sets the payment up; false when it could not be. */
  prepare: () => Promise<boolean>
  forward: (step: number) => void
}

/**
 * Goes on to the next step, after what has to be asked of the server first. A device that is offline goes on without:
 * the last step asks again (S1-4.8–4.11, S1-4.14).
 */
export function useNextStep({ athlete, draft, dispatch, prepare, forward }: Options) {
  const [isBusy, setBusy] = useState(false)
  const { step } = draft

  const leaveInformation = async (): Promise<boolean> => {
    const checked = await checkExistingUser(athlete.id, draft.asker)
    if (checked.ok) {
      dispatch({ type: 'first-time', firstTime: athlete.promo && checked.value.firstTime })
      return true
    }
    if (isUnreached(checked) && !isOnline()) return true
    showToast({
      text: isUnreached(checked) ? COPY.accountCheck : refusalText(checked.refusal),
      tone: 'danger',
    })
    return false
  }
  const leavePayment = async (): Promise<boolean> => {
    const isFree = offeredCents(draft, termsOf(draft, athlete)) === 0
    return isFree || (await prepare()) || !isOnline()
  }
  const mayLeave = (): Promise<boolean> | boolean => {
    if (!isOnline()) return true
    if (step === 1) return leaveInformation()
    return step === 2 ? leavePayment() : true
  }
  const next = async () => {
    if (isBusy) return
    setBusy(true)
    const goes = await Promise.resolve(mayLeave()).finally(() => setBusy(false))
    if (goes) forward(step + 1)
  }
  return { next, isBusy }
}
