import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { PayoutSetup } from '../../../sync/payment/payout-account.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { isOnline } from '../../api/connection.ts'
import { appendIntent } from '../../store/outbox.ts'
import { useDevice } from '../../store/use-device.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'

type SetUp = {
  priceCents: number
  /** Where the athlete wants to be paid by hand, null for direct deposits; undefined when it stays as it is. */
  payoutHandle?: string | null
}

/**
 * Finishes the set-up of an athlete. Where they are paid goes by a call, because the server may ask for a second
 * factor, which nobody can show to a waiting intent. If that call fails, nothing is saved, `problem` says why, and
 * the athlete may finish with the price alone, which goes by the outbox and may wait there.
 */
export function useFinish(personId: string, onClose: () => void) {
  const device = useDevice()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const savePrice = async (priceCents: number) => {
    const args = { personId, before: { priceCents: null }, after: { priceCents } }
    await appendIntent(device, { name: 'profile.save', args })
    showToast({ text: isOnline() ? DONE : keepsNothing() ? WHILE_OPEN : WAITS, tone: 'success' })
    onClose()
  }
  const finish = async ({ priceCents, payoutHandle }: SetUp) => {
    setBusy(true)
    setProblem(null)
    try {
      const why = payoutHandle === undefined ? null : await saveHandle(payoutHandle)
      if (why === null) await savePrice(priceCents)
      else setProblem(`${why} ${EITHER}`)
    } catch {
      showToast({ text: 'This could not be saved on this device. Try again.', tone: 'danger' })
    }
    setBusy(false)
  }
  return { isBusy, problem, finish }
}

const DONE = 'You are set up. Share your link and fans can ask you.'
const WAITS = 'Your price is saved on this device, and is sent when you are back online.'
const WHILE_OPEN = 'Keep this page open: your price is sent when you are back online.'
const EITHER = 'Try again, or save your price alone and say later under Money where you are paid.'

/** Saves where an athlete is paid. Returns why that failed, or null. */
async function saveHandle(handle: string | null): Promise<string | null> {
  const saved = await call<PayoutSetup>(CALLS.payoutHandle, { handle })
  if (saved.ok) return null
  return isNetworkError(saved)
    ? 'Where you are paid is saved only online, and our server was not reached. Nothing is saved yet.'
    : refusalText(saved.refusal)
}
