/** Why something is not safe on this device, and what can be done about it. */
export function notSavedText(notSaved: 'device-full' | 'device-error'): string {
  return notSaved === 'device-full'
    ? 'This device is full, so the video is not saved. Make some room and try again.'
    : 'The video could not be saved on this device. Try again.'
}
