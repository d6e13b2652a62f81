import { showToast } from './toasts.ts'

/** Says that what is being written is on this page alone, for as long as it is typed on. */
export function tellNotKept(): void {
  showToast({
    text: 'Your words could not be saved on this device: it may be full. Make some room, or send them before you leave this page.',
    tone: 'danger',
  })
}
