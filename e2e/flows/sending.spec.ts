import { expect, type Page } from 'playwright/test'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { readTakes } from '../takes.ts'

// it answers questions that others want to answer too
test.use({ world: 'sending' })

test('signed out from elsewhere in the middle of an upload, in a browser that was a guest’s once: the answer waits for its athlete and goes on', async ({
  server,
  openDevice,
  visit,
  complaints,
}) => {
  test.setTimeout(150_000)
  // the session is over, and the upload nobody's that this browser could know
  complaints.expect(/status of (401|403|404) \([A-Za-z ]+\) \(\S+\/(sync|api|files)\b/)
  const subject = 'Stride pattern between hurdles'
  const athlete = await openDevice()
  const { page, line } = athlete
  await becomeGuest(page)
  const take = await recordAnswer(athlete, server, subject)
  line.rate(60_000)
  const cut = line.cutAfter(take.bytes / 2)
  await new Studio(page).send()
  await cut
  await endOtherSessions(await visit(), server.password)
  line.rate(null)
  line.restore()
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await page.goto(`${line.origin}/dashboard?tab=outbox`)
  await expect(page.getByText('Saved on this device. Sign in to send it.')).toBeVisible()
  // long enough for what was broken off to be tried again
  await page.waitForTimeout(5_000)
  expect(await readTakes(page)).toMatchObject([{ id: take.id, state: 'queued' }])
  await signIn(page, 'athlete', server.password)
  await expectDelivered({ server, athlete, subject, take })
})

/** Whoever sends a form without an account is a guest of this browser from then on, for a year. */
async function becomeGuest(page: Page): Promise<void> {
  await page.goto('/ask')
  await page.getByPlaceholder('@username').fill('@somebody')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText("Thanks! We'll reach out to them.")).toBeVisible()
}

/** The athlete signs every other device out, on this one. */
async function endOtherSessions(page: Page, password: string): Promise<void> {
  await signIn(page, 'athlete', password)
  await page.goto('/dashboard?tab=profile')
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
}
