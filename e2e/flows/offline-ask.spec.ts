import { join } from 'node:path'
import { expect } from 'playwright/test'
import postgres from 'postgres'
import { openBooks } from '../books.ts'
import { test } from '../fixtures.ts'
import { Wizard } from '../pages/wizard.ts'
import type { Server } from '../server.ts'

const ATHLETE = 'wesleychan'

test('BR-2 S1-4.12 S1-4.21 written offline, the price changed meanwhile: told before anything is paid, then Question Submitted!, and a mistyped address put right', async ({
  server,
  openDevice,
}) => {
  const subject = 'Written on a plane'
  const books = openBooks(server)
  const fan = await openDevice()
  await fan.goto(`/ask/${ATHLETE}`)
  const wizard = new Wizard(fan.page)
  await wizard.open()
  await wizard.expectStep(1)
  await fan.goOffline()
  await wizard.goToReview(subject)
  await expect(wizard.submit).toBeDisabled()

  const before = await changePrice(server, 9_900)
  await fan.page.goto('about:blank')
  await fan.goOnline()
  await fan.goto('/ask')
  await expect(
    fan.page.getByRole('heading', { name: 'Your question to Wesley is ready to send' }),
  ).toBeVisible()
  await fan.page.getByRole('link', { name: 'Look and send' }).click()
  await wizard.expectStep(3)
  const told = wizard.dialog.getByText('An answer of Wesley costs $99 now. When you wrote this, it cost')
  await expect(told).toBeVisible()
  await expect(wizard.dialog.getByRole('button', { name: 'Next' })).toBeDisabled()

  await wizard.acceptPrice()
  await wizard.next()
  await wizard.expectStep(4)
  await expect(told).toBeHidden()
  await wizard.enterCard()
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  await server.quiesce()
  const [question] = await books.questions(subject)
  const { holds } = await books.money(question!.id)
  expect(holds, 'nothing was set up at the price of before').toEqual([{ state: 'held', amountCents: 9_900 }])
  await changePrice(server, before)

  await wizard.followLink.click()
  await fan.page.waitForURL('**/view/*')
  const mistyped = new URL(fan.page.url()).pathname
  await fan.page.getByRole('button', { name: 'Correct the address' }).click()
  await fan.page.getByRole('textbox', { name: 'E-mail' }).fill('noor.right@fans.test')
  await fan.page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(fan.page.getByText('The link is on its way to noor.right@fans.test.')).toBeVisible()
  await expect(fan.page).not.toHaveURL(new RegExp(`${mistyped}$`))
  await expect(fan.page.getByRole('heading', { name: 'Being screened', level: 1 })).toBeVisible()
  await server.quiesce()
  const mail = (await server.mails()).find(({ recipient }) => recipient === 'noor.right@fans.test')
  expect(mail?.text).toContain(new URL(fan.page.url()).pathname)
  await books.close()
})

/** As the athlete's own page would, beside it: the test is about who was offline meanwhile. Answers the price before. */
async function changePrice({ dataDir }: Server, cents: number): Promise<number> {
  const host = { path: `${join(dataDir, 'postgres')}/.s.PGSQL.5432`, host: 'localhost' }
  const sql = postgres({ ...host, user: 'postgres', database: 'postgres', max: 1, onnotice: () => {} })
  const [before] = await sql<{ cents: number }[]>`
    select price_cents as cents from person where username = ${ATHLETE}`
  await sql`update person set price_cents = ${cents} where username = ${ATHLETE}`
  await sql.end()
  return before!.cents
}
