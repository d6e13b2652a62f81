import { expect, type Page } from 'playwright/test'

/** The full-height camera, wherever a video is recorded. */
export class Recorder {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Counts in, and goes on recording. */
  async start(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start recording' }).click()
    await expect(this.page.getByText('Recording', { exact: true })).toBeVisible({ timeout: 20_000 })
  }

  /** Counts in, records for that long, stops, and waits until the take is safe on the device. */
  async record(ms: number): Promise<void> {
    await this.start()
    await this.page.waitForTimeout(ms)
    await this.page.getByRole('button', { name: 'Stop recording' }).click()
    await expect(this.page.getByText('Saved on this device', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
  }
}
