import { vi } from 'vitest'

/** A fake recorder that delivers what the test tells it to. */
export class FakeRecorder extends EventTarget {
  state = 'inactive'
  mimeType = 'video/webm'
  static readonly isTypeSupported = () => true
  isCameraGone = false
  start() {
    if (this.isCameraGone) throw new DOMException('no camera', 'InvalidStateError')
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }
  pause() {
    this.state = 'paused'
  }
  resume() {
    this.state = 'recording'
  }
  give(words: BlobPart) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([words]) }))
  }
  stop() {
    this.state = 'inactive'
    this.give('the last second')
    this.dispatchEvent(new Event('stop'))
  }
}

/** About as many bytes as the first pictures have. */
export const MOMENT = 'pictures'.repeat(1_000)

/** Puts a fake recorder, and a page that is visible, in place of the browser's. */
export function fakeRecorder(): FakeRecorder {
  const recorder = new FakeRecorder()
  vi.stubGlobal(
    'MediaRecorder',
    Object.assign(
      function make() {
        return recorder
      },
      { isTypeSupported: () => true },
    ),
  )
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  return recorder
}
