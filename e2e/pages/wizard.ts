import { expect, type Page } from 'playwright/test'
import { Recorder } from './recorder.ts'

export type AskerOnForm = {
  firstName: string
  lastName: string
  birthDate: string
  country: string
  city: string
  email: string
}

export const ASKER: AskerOnForm = {
  firstName: 'Noor',
  lastName: 'Haddad',
  birthDate: '1999-05-17',
  country: 'Jordan',
  city: 'Amman',
  email: 'noor@fans.test',
}

/** The wizard for asking an athlete: four steps over the profile. */
export class Wizard {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The wizard's own dialog. */
  get dialog() {
    return this.page.getByRole('dialog', { name: /^Ask / })
  }

  /** Presses "Ask a Question" on the profile, and waits until the wizard replaces its prerendered first step. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Ask a Question' }).filter({ visible: true }).click()
    await expect(this.page.locator('#first-step[open]')).toHaveCount(0)
  }

  /** Checks that the profile stays behind the wizard. */
  async expectOverProfile(): Promise<void> {
    await expect(this.dialog).toBeVisible()
    await expect(this.page.locator('main h1')).toBeAttached()
    expect(new URL(this.page.url()).pathname).toMatch(/^\/ask\/./)
  }

  /** Pauses as people do before pressing on, so that what was entered is stored. */
  async pause(): Promise<void> {
    await this.page.waitForTimeout(600)
  }

  /** Continues the question stored on this device. */
  async resume(): Promise<void> {
    await this.open()
    await this.page.getByRole('button', { name: 'Continue' }).click()
    await expect(this.dialog).toBeVisible()
  }

  /** Opens the wizard whether or not this device has a draft: continues it, or starts fresh. */
  async enter(kept: 'Continue' | 'Start fresh'): Promise<void> {
    await this.open()
    const offer = this.page.getByRole('button', { name: kept })
    await expect(this.dialog.or(offer).first()).toBeVisible()
    if (await offer.isVisible()) await offer.click()
    await this.expectStep(1)
  }

  async expectStep(step: 1 | 2 | 3 | 4): Promise<void> {
    await expect(this.dialog.getByRole('heading', { name: `Step ${step} of 4` })).toBeAttached()
  }

  async writeQuestion(subject: string, text: string): Promise<void> {
    await this.dialog.getByLabel('Subject').fill(subject)
    await this.dialog.getByLabel('Your question').fill(text)
  }

  /** Opens the camera for a video question. */
  async openCamera(subject: string): Promise<Recorder> {
    await this.dialog.getByLabel('Subject').fill(subject)
    await this.dialog.getByRole('button', { name: 'Record a video' }).click()
    return new Recorder(this.page)
  }

  async recordQuestion(subject: string, ms: number): Promise<void> {
    await (await this.openCamera(subject)).record(ms)
    await this.page.getByRole('button', { name: 'Use this video' }).click()
    await expect(this.dialog.getByText('Saved on this device').first()).toBeVisible()
  }

  async chooseVideo(subject: string, file: string): Promise<void> {
    await this.dialog.getByLabel('Subject').fill(subject)
    await this.dialog.getByLabel('Video file').setInputFiles(file)
    await expect(this.dialog.getByText('Saved on this device').first()).toBeVisible()
  }

  async tellWhoAsks(asker: AskerOnForm = ASKER): Promise<void> {
    await this.dialog.getByLabel('First name').fill(asker.firstName)
    await this.dialog.getByLabel('Last name').fill(asker.lastName)
    await this.dialog.getByLabel('Date of birth').fill(asker.birthDate)
    await this.dialog.getByLabel('Country').selectOption({ label: asker.country })
    await this.dialog.getByLabel('City').fill(asker.city)
    await this.dialog.getByLabel('Email').fill(asker.email)
  }

  /** Accepts that the price is held, not charged. */
  async acceptPrice(): Promise<void> {
    await this.dialog.getByLabel(/I understand that/).check()
  }

  /** Scrolls to the end of the step, as people do in a long one. */
  async scrollDown(): Promise<void> {
    await this.body.evaluate((body) => body.scrollTo({ top: body.scrollHeight }))
  }

  /** Checks that the step begins at its top, wherever the former one was scrolled to. */
  async expectTop(): Promise<void> {
    await expect.poll(() => this.body.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  }

  private get body() {
    return this.dialog.locator('.overflow-y-auto').first()
  }

  async next(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Next' }).click()
  }

  /** Goes from the open first step to the last, and writes the question. */
  async goToReview(subject: string, asker?: AskerOnForm): Promise<void> {
    await this.writeQuestion(subject, 'What would you change first?')
    await this.next()
    await this.tellWhoAsks(asker)
    await this.next()
    await this.expectStep(3)
    const accept = this.dialog.getByLabel(/I understand that/)
    if (await accept.isVisible()) await accept.check()
    await this.next()
    await this.expectStep(4)
  }

  /** Fills in the stand-in's card form. */
  async enterCard(number = '4242 4242 4242 4242'): Promise<void> {
    await this.dialog.getByLabel('Card number').fill(number)
    await this.dialog.getByLabel('Expiry date').fill('12 / 34')
    await this.dialog.getByLabel('Security code').fill('123')
  }

  /** The last button, for a paid or a free question. */
  get submit() {
    return this.dialog.getByRole('button', { name: /and submit$|^Submit Request$/ })
  }

  get submitted() {
    return this.page.getByRole('dialog', { name: 'Question Submitted!' })
  }

  /** The link from the confirmation to the private page. */
  get followLink() {
    return this.submitted.getByRole('link', { name: 'Follow your question' })
  }
}
