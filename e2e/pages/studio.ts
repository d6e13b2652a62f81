import { expect, type Page } from 'playwright/test'
import { Recorder } from './recorder.ts'

/** The page on which an athlete answers one question. */
export class Studio {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async record(ms: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Record your answer' }).click()
    await new Recorder(this.page).record(ms)
  }

  /** Sends the answer, and checks that no other status was shown, however briefly, before "Saved on this device". */
  async send(): Promise<void> {
    const said = await this.page.evaluateHandle(noteHeadings)
    await this.page.getByRole('button', { name: 'Send answer' }).click()
    await expect(this.saved).toBeVisible()
    expect((await said.jsonValue())[0]).toBe('Saved on this device')
  }

  /** Presses the button twice, as an impatient thumb does. */
  async sendTwice(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send answer' }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(this.saved).toBeVisible()
  }

  /** The heading that means "sent" to the athlete while the answer is still on the device. */
  get saved() {
    return this.page.getByRole('heading', { name: 'Saved on this device' })
  }
}

/** Runs in the page: records every status heading that appears from now on. */
function noteHeadings(): string[] {
  const said: string[] = []
  const look = () => {
    const heading = document.querySelector('[role=status] h3')?.textContent
    if (heading && heading !== said.at(-1)) said.push(heading)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  return said
}
