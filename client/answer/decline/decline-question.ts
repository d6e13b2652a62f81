import { COPY } from '../../../sync/copy.ts'
import type { Device } from '../../db/device.ts'
import { appendIntent } from '../../store/outbox.ts'
import { guardSave } from '../../store/takes.ts'
import { showToast } from '../../ui/toasts.ts'
import { tellNotSaved } from '../not-saved.ts'

type Declining = { questionId: string; note: string; isOnline: boolean }

/** Turns a question down as soon as that is safe here, and says so; false when it is not (S2-8.24, S2-8.25). */
export async function declineQuestion(
  device: Device,
  { questionId, note, isOnline }: Declining,
): Promise<boolean> {
  const args = { questionId, note: note.trim() }
  const kept = await guardSave(() => appendIntent(device, { name: 'question.decline', args }))
  if (!kept.ok) {
    tellNotSaved(COPY.declineFailed, kept.notSaved)
    return false
  }
  const later = isOnline ? '' : '. It leaves this device when you are back online'
  showToast({ text: `${COPY.declined}${later}`, tone: 'success' })
  return true
}
