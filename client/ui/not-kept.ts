import { showToast } from './toasts.ts'

/**
 * Tells the user that their words are on this page alone. A call at each failed save keeps the toast visible while
 * they type.
 */
export function tellNotKept(): void {
  showToast({
    text: 'Your words could not be saved on this device: it may be full. Make some room, or send them before you leave this page.',
    tone: 'danger',
  })
}
