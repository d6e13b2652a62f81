import { vi } from 'vitest'

/**
 * Resolves once the next recording has its first bytes, which the camera of a busy machine may give late. Call it
 * before the recording starts. One that is stopped earlier is empty, and the recorder begins again.
 */
export function firstBytes(): Promise<void> {
  const { start } = MediaRecorder.prototype
  return new Promise((resolve) => {
    vi.spyOn(MediaRecorder.prototype, 'start').mockImplementationOnce(function (
      this: MediaRecorder,
      everyMs?: number,
    ) {
      this.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) resolve()
      })
      start.call(this, everyMs)
    })
  })
}
