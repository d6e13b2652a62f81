import { expect, type Page } from 'playwright/test'

/** The admin's desk. */
export class Desk {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async choose(subject: string): Promise<void> {
    await this.page.getByRole('button', { name: `: ${subject}` }).click()
    await expect(this.request.getByRole('heading', { name: subject })).toBeVisible()
  }

  get request() {
    return this.page.getByRole('region', { name: 'The request' })
  }

  async approve(): Promise<void> {
    await this.request.getByRole('button', { name: 'Approve' }).click()
    await expect(this.page.getByText('Approving', { exact: true }).first()).toBeVisible()
  }
}
