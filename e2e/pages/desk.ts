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

/** Approves the fan's requests "Walk n" to "Walk 1" by keyboard; after each the desk shows the next. */
export async function approveWalks(page: Page, count: number): Promise<void> {
  const { request } = new Desk(page)
  await page.keyboard.press('j')
  for (let left = count; left > 0; left -= 1) {
    await expect(request.getByRole('heading', { name: `Walk ${left}`, exact: true })).toBeVisible()
    await expect(request.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await page.keyboard.press('a')
  }
  await expect(request.getByRole('heading', { name: /^Walk/ })).toHaveCount(0)
}
