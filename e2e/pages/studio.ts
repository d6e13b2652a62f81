import { expect, type Page } from 'playwright/test'
import { Recorder } from './recorder.ts'

/** Where an athlete answers one question. */
export class Studio {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async record(ms: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Record your answer' }).click()
    await new Recorder(this.page).record(ms)
  }

  async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send answer' }).click()
    await expect(this.saved).toBeVisible()
  }

  /** Presses the button as often as an impatient thumb does. */
  async sendTwice(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send answer' }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(this.saved).toBeVisible()
  }

  /** Sent, as far as the athlete is concerned: what says so while it is still on the device. */
  get saved() {
    return this.page.getByRole('heading', { name: 'Saved on this device' })
  }
}
