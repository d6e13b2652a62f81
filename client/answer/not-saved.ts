import { COPY } from '../../sync/copy.ts'
import type { NotSaved } from '../store/takes.ts'
import { showToast } from '../ui/toasts.ts'

/** Tells the athlete that an answer did not reach the outbox; the take stays as it was (S2-8.22, D95). */
export const tellNotSent = (notSaved: NotSaved): void => tellNotSaved(COPY.answerFailed, notSaved)

/** Says that nothing was sent, because another take for the question is on its way or has arrived. */
export function tellAlready(): void {
  showToast({ text: 'Another video has arrived or is on its way already' })
}

/** Shows that something failed, and what the user can do about it if the device is full. */
export function tellNotSaved(failed: string, notSaved: NotSaved): void {
  const why = notSaved === 'device-full' ? ' This device is full: make some room first.' : ''
  showToast({ text: `${failed}${why}`, tone: 'danger' })
}
