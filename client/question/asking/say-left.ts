import { showToast } from '../../ui/toasts.ts'
import type { AskDraft } from './ask-draft.ts'
import type { DraftKept } from './draft-saver.ts'

/** Says of a question that was left whether it is here to be gone on with; what is not can still be copied. */
export function sayLeft({ subject, text }: Pick<AskDraft, 'subject' | 'text'>, kept: DraftKept): void {
  if (kept !== 'nowhere') {
    showToast({ text: 'Your question is saved on this device.', tone: 'success' })
    return
  }
  const copy = () => void navigator.clipboard.writeText(`${subject}\n\n${text}`.trim())
  showToast({
    text: 'This device is full: your question is not saved.',
    tone: 'danger',
    action: { label: 'Copy its words', onPress: copy },
  })
}
