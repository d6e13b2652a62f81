import { expect, type Page } from 'playwright/test'

/** The full-screen recorder, on every page that records. */
export class Recorder {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Starts a recording and returns when it began, because the screen may say so before the camera starts. */
  async start(): Promise<number> {
    await this.page.evaluate(noteBegin)
    await this.page.getByRole('button', { name: 'Start recording' }).click()
    await expect(this.page.getByText('Recording', { exact: true })).toBeVisible({ timeout: 20_000 })
    const begun = await this.page.waitForFunction(() => (window as Beginning).begunAt)
    return (await begun.jsonValue()) ?? 0
  }

  /** Records for this long, stops, and waits until the take is safe on the device. */
  async record(ms: number): Promise<void> {
    await this.start()
    await this.page.waitForTimeout(ms)
    await this.page.getByRole('button', { name: 'Stop recording' }).click()
    await expect(this.page.getByText('Saved on this device', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
  }
}

type Beginning = Window & { begunAt?: number }

/** Runs in the page: notes when the next recording begins. */
function noteBegin(): void {
  const note = () => Object.assign(window, { begunAt: Date.now() })
  Object.assign(window, { begunAt: 0 })
  const { start } = MediaRecorder.prototype
  MediaRecorder.prototype.start = function (slice) {
    MediaRecorder.prototype.start = start
    this.addEventListener('start', note, { once: true })
    return start.call(this, slice)
  }
}
