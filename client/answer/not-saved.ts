import { COPY } from '../../sync/copy.ts'
import type { NotSaved } from '../store/takes.ts'
import { showToast } from '../ui/toasts.ts'

/** Why something is not safe on this device, and what can be done about it. */
export function notSavedText(notSaved: NotSaved): string {
  return notSaved === 'device-full'
    ? 'This device is full, so the video is not saved. Make some room and try again.'
    : 'The video could not be saved on this device. Try again.'
}

/** An answer that was not even put into the outbox; the take is kept as it was (S2-8.22, D95). */
export const tellNotSent = (notSaved: NotSaved): void => tellNotSaved(COPY.answerFailed, notSaved)

/** That something failed, and what can be done about it where that is known. */
export function tellNotSaved(failed: string, notSaved: NotSaved): void {
  const why = notSaved === 'device-full' ? ' This device is full: make some room first.' : ''
  showToast({ text: `${failed}${why}`, tone: 'danger' })
}
