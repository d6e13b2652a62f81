import { expect, type Page } from 'playwright/test'
import { everything } from '../../.ci/sample.ts'
import { UNDO_MS } from '../../sync/limits.ts'
import { DESKTOP } from '../device.ts'
import { test } from '../fixtures.ts'
import { codeFor } from '../outside/authenticator.ts'
import { askOften } from '../pages/ask-often.ts'
import { approveWalks } from '../pages/desk.ts'
import { mailedPath } from '../pages/joining.ts'
import { signIn } from '../pages/sign-in.ts'

const REQUESTS = everything ? 20 : 3
const PASSWORD = 'nine lanes and a photo finish'

test('an admin screens, refunds, holds and resumes payouts, and has a second admin join, in one sitting', {
  tag: '@desk-sitting',
}, async ({ server, openDevice }) => {
  const fan = (await openDevice(DESKTOP)).page
  await signIn(fan, 'fan', server)
  await fan.evaluate(askOften, REQUESTS)
  await fan.close()
  await server.quiesce()
  const { page } = await openDevice(DESKTOP)
  await signIn(page, 'admin', server)
  const took: string[] = []
  const timed = async (what: string, act: () => Promise<void>) => {
    const begun = performance.now()
    await test.step(what, act)
    took.push(`${what} ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
  const pane = page.getByRole('region', { name: 'The request' })

  await timed(`${REQUESTS} requests screened`, async () => {
    await expect(page.getByRole('button', { name: `: Walk ${REQUESTS}` })).toBeVisible()
    await approveWalks(page, REQUESTS)
    await server.advance(UNDO_MS)
  })

  await timed('a refund', async () => {
    await page.getByRole('button', { name: /^Completed/ }).click()
    // The former rows stay on the screen until the new ones have loaded.
    await page.getByRole('button', { name: ': Breathing in chop' }).click()
    await pane
      .getByRole('button', { name: /^Refund the/ })
      .first()
      .click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
    await expect(page.getByText('The refund is ordered. The payment shows what became of it.')).toBeVisible()
    await server.quiesce()
    await expect(pane.getByText(/\$5\.00 (is on its way|went) back/)).toBeVisible()
  })

  await timed('payouts held and resumed', async () => {
    await open(page, 'Money')
    await page.getByRole('button', { name: 'Hold all payouts' }).click()
    await giveReason(page, 'The bank asked us to wait.', 'Hold all payouts')
    const held = page.getByRole('list', { name: 'Held payouts' })
    await expect(held).toContainText('All payouts are held')
    await held.getByRole('button', { name: 'Resume payouts to everybody' }).click()
    await giveReason(page, 'The bank is content.', 'Resume payouts')
    await expect(held).toHaveCount(0)
  })

  await timed('a second admin', async () => {
    await open(page, 'Team')
    await page.getByLabel('Email').fill('bea@infield.test')
    await page.getByLabel('Role', { exact: true }).selectOption('owner')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByText('bea@infield.test is invited by mail.')).toBeVisible()
    await server.quiesce()
    const other = (await openDevice(DESKTOP)).page
    await other.goto(await mailedPath(server, 'bea@infield.test'))
    await join(other)
    await expect(other.getByRole('columnheader')).toContainText(['Price Paid'])
    await open(page, 'Audit')
    await open(page, 'Team')
    await expect(page.getByText('Bea Lind')).toBeVisible()
  })

  process.stdout.write(`desk: in one sitting ${took.join(', ')}\n`)
})

const open = (page: Page, part: string) => page.getByRole('link', { name: part, exact: true }).click()

async function giveReason(page: Page, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toHaveCount(0)
}

/** Accepts an invitation to the team: name, password and a second factor. */
async function join(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Bea')
  await page.getByLabel('Last name').fill('Lind')
  await page.getByLabel('Your email address').fill('bea@infield.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm', { exact: false }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = await page.getByRole('status', { name: 'Key to type' }).textContent()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(key ?? ''))
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByText('Keep these recovery codes', { exact: false })).toBeInViewport()
  await page.getByRole('button', { name: 'I have kept them' }).click()
}
