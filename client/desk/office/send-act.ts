import type { RefusalCode } from '../../../sync/errors.ts'
import type { Refusal } from '../../../sync/result.ts'
import { askFactorAgain, isNetworkError } from '../../api/call.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { type NewIntent, sendNow } from '../../store/outbox.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'
import { troubleOf } from '../use-look.ts'

/** What a refusal means of this act, where the sentence for all would say too little. */
type Meanings = Partial<Record<RefusalCode, string>>

/** Has one thing done, and says what came of it; true when it was done. */
export async function sendAct(intent: NewIntent, told: string, meanings: Meanings = {}): Promise<boolean> {
  const device = openDevice(getSession().account)
  const first = await sendNow(device, intent)
  const isAsked = !first.ok && 'refusal' in first && first.refusal.code === 'step-up-wanted'
  const result = isAsked && (await askFactorAgain(first.refusal)) ? await sendNow(device, intent) : first
  if (result.ok) showToast({ text: told, tone: 'success' })
  else
    showToast({
      text: isNetworkError(result) ? troubleOf(result) : meant(result.refusal, meanings),
      tone: 'danger',
    })
  return result.ok
}

const meant = (refusal: Refusal, meanings: Meanings) => meanings[refusal.code] ?? refusalText(refusal)
