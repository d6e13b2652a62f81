import type { NotSaved } from '../store/takes.ts'

/** Says why a video is not saved on this device, and what the user can do about it. */
export function notSavedText(notSaved: NotSaved): string {
  return notSaved === 'device-full'
    ? 'This device is full, so the video is not saved. Make some room and try again.'
    : 'The video could not be saved on this device. Try again.'
}
