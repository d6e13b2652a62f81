import { join } from 'node:path'
import { expect } from 'playwright/test'
import postgres from 'postgres'
import { openBooks } from '../books.ts'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Wizard } from '../pages/wizard.ts'
import type { Server } from '../server.ts'
import { readTakes } from '../takes.ts'

const ATHLETE = 'wesleychan'
const SUBJECT = 'Filmed on a train'

test('BR-2 S1-4.12 S1-4.21 from a shared link to Question Submitted! on a phone: filmed without a network, the price changed meanwhile, and a mistyped address put right', {
  tag: '@way-shared-link',
}, async ({ server, openDevice }) => {
  const books = openBooks(server)
  const fan = await openDevice(PHONE)
  const wizard = new Wizard(fan.page)
  await test.step('the link that is shared tells who it is, with a picture', () => expectPreview(fan))

  await test.step('the network goes while the camera is open: words and video stay', async () => {
    await fan.goto(`/ask/${ATHLETE}?utm_source=instagram`)
    await wizard.open()
    await wizard.expectStep(1)
    const camera = await wizard.openCamera(SUBJECT)
    await fan.goOffline()
    await camera.record(2_000)
    await fan.page.getByRole('button', { name: 'Use this video' }).click()
    await expect(wizard.dialog.getByText('Saved on this device').first()).toBeVisible()
    await wizard.scrollDown()
    await wizard.next()
    await wizard.expectStep(2)
    await wizard.expectTop()
    await wizard.tellWhoAsks()
    await wizard.next()
    await wizard.expectStep(3)
    await wizard.acceptPrice()
    await wizard.next()
    await wizard.expectStep(4)
    await expect(wizard.submit).toBeDisabled()
  })
  const filmed = await readTakes(fan.page)
  expect(filmed).toMatchObject([{ purpose: 'question', sha256: filmed[0]?.declared }])

  const before = await changePrice(server, 9_900)
  const told = wizard.dialog.getByText('An answer from Wesley costs $99 now. When you wrote this, it cost')
  await test.step('back on the front page it is ready to send, and its new price is told', async () => {
    await fan.page.goto('about:blank')
    await fan.goOnline()
    await fan.goto('/')
    await expect(fan.page.getByText('Your question to Wesley is ready to send')).toBeVisible()
    await fan.page.getByRole('link', { name: 'Review and send' }).click()
    await wizard.expectStep(3)
    await expect(told).toBeVisible()
    await expect(wizard.dialog.getByRole('button', { name: 'Next' })).toBeDisabled()
    expect(await readTakes(fan.page)).toEqual(filmed)
  })

  await test.step('paid at the price that was told, and submitted', async () => {
    await wizard.acceptPrice()
    await wizard.next()
    await wizard.expectStep(4)
    await expect(told).toBeHidden()
    await wizard.enterCard()
    await wizard.submit.click()
    await expect(wizard.submitted).toBeVisible({ timeout: 30_000 })
    await server.quiesce()
    const [question] = await books.questions(SUBJECT)
    const { holds } = await books.money(question!.id)
    expect(holds, 'nothing was set up at the price of before').toEqual([
      { state: 'held', amountCents: 9_900 },
    ])
    expect(await books.video(filmed[0]!.id)).toMatchObject({ originalSha256: filmed[0]!.sha256 })
  })
  await changePrice(server, before)
  await test.step('the address was mistyped: put right, and the link goes out again', async () => {
    await wizard.followLink.click()
    await correctAddress(fan, server)
  })
  await books.close()
})

/** Reads the page as a social network does, without running scripts. */
async function expectPreview({ line }: Device): Promise<void> {
  const page = await (await fetch(`${line.address}/ask/${ATHLETE}`)).text()
  const told = (property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1] ?? ''
  expect(told('og:title')).toMatch(/^Ask Wesley Chan · Table Tennis/)
  // Use only the path, because the server does not know its port in a test before it runs.
  const { pathname, search } = new URL(told('og:image'))
  const picture = await fetch(line.address + pathname + search)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  expect(`${width} × ${height}`).toBe(`${told('og:image:width')} × ${told('og:image:height')}`)
}

async function correctAddress({ page }: Device, server: Server): Promise<void> {
  await page.waitForURL('**/view/*')
  const mistyped = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('noor.right@fans.test')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('The link is on its way to noor.right@fans.test.')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`${mistyped}$`))
  await expect(page.getByRole('heading', { name: 'Being screened', level: 1 })).toBeVisible()
  await server.quiesce()
  const mail = (await server.mails()).find(({ recipient }) => recipient === 'noor.right@fans.test')
  expect(mail?.text).toContain(new URL(page.url()).pathname)
}

/**
 * Changes the price in the database, as the athlete's own page would; the test is about the fan who was offline.
 * Returns the former price.
 */
async function changePrice({ dataDir }: Server, cents: number): Promise<number> {
  const host = { path: `${join(dataDir, 'postgres')}/.s.PGSQL.5432`, host: 'localhost' }
  const sql = postgres({ ...host, user: 'postgres', database: 'postgres', max: 1, onnotice: () => {} })
  const [before] = await sql<{ cents: number }[]>`
    select price_cents as cents from person where username = ${ATHLETE}`
  await sql`update person set price_cents = ${cents} where username = ${ATHLETE}`
  await sql.end()
  return before!.cents
}
