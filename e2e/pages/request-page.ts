import { expect, type Page } from 'playwright/test'
import { ASKER, type AskerOnForm } from './wizard.ts'

/** The page for asking: form, confirmation, thanks. */
export class RequestPage {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Finds an athlete by a few letters, on the page without a name in its path. */
  async choose(letters: string, name: string): Promise<void> {
    await this.page.getByLabel('Find an Infielder').fill(letters)
    await this.page.getByRole('button', { name }).click()
    await expect(this.page.getByRole('link', { name })).toBeVisible()
  }

  async write(subject: string, text: string): Promise<void> {
    await this.page.getByLabel('Subject').fill(subject)
    await this.page.getByLabel('Your message').fill(text)
  }

  async tellWhoAsks(asker: AskerOnForm = ASKER): Promise<void> {
    await this.page.getByLabel('First name').fill(asker.firstName)
    await this.page.getByLabel('Last name').fill(asker.lastName)
    await this.page.getByLabel('Date of birth').fill(asker.birthDate)
    await this.page.getByLabel('Country').selectOption({ label: asker.country })
    await this.page.getByLabel('City').fill(asker.city)
    await this.page.getByLabel('Email').fill(asker.email)
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel('Discount code').fill(code)
    await this.page.getByRole('button', { name: 'Apply' }).click()
  }

  async acceptPrice(): Promise<void> {
    await this.page.getByLabel(/I understand that/).check()
  }

  async goToConfirm(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Continue to payment|Review your request)$/ }).click()
    await expect(this.page.getByRole('heading', { name: 'Confirm your request' })).toBeVisible()
  }

  /** Fills in the stand-in's card form. */
  async enterCard(number = '4242 4242 4242 4242'): Promise<void> {
    await this.page.getByLabel('Card number').fill(number)
    await this.page.getByLabel('Expiry date').fill('12 / 34')
    await this.page.getByLabel('Security code').fill('123')
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit request' }).click()
  }

  get thanks() {
    return this.page.getByRole('heading', { name: 'Thank you for your request!' })
  }
}
