import { askFactorAgain, isUnreached } from '../../api/call.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { type NewIntent, sendNow } from '../../store/outbox.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'
import { troubleOf } from '../use-pages.ts'

/** Has one thing done, and says what came of it; true when it was done. */
export async function sendAct(intent: NewIntent, told: string): Promise<boolean> {
  const device = openDevice(getSession().account)
  const first = await sendNow(device, intent)
  const isAsked = !first.ok && 'refusal' in first && first.refusal.code === 'step-up-wanted'
  const result = isAsked && (await askFactorAgain(first.refusal)) ? await sendNow(device, intent) : first
  if (result.ok) showToast({ text: told, tone: 'success' })
  else
    showToast({ text: isUnreached(result) ? troubleOf(result) : refusalText(result.refusal), tone: 'danger' })
  return result.ok
}
