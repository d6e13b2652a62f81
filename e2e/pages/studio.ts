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
    await expect(this.page.getByRole('heading', { name: 'Safe on this device' })).toBeVisible()
  }
}
