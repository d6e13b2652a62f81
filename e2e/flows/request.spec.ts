import { join } from 'node:path'
import { expect } from 'playwright/test'
import { openBooks } from '../books.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { RequestPage } from '../pages/request-page.ts'
import { readTakes } from '../takes.ts'

const SUBJECT = 'Hurdle seven'
const VIDEO = join(import.meta.dirname, '../../server/testing/media/question.webm')

test('S2-2.104 S2-4.25 S2-4.26 S2-4.27 S2-4.28 S2-5.36 S2-5.37 D27 D67 S2-9.21 a request with a code: chosen, written, cancelled once, sent, thanked for', {
  tag: '@way-request',
}, async ({ server, visit, complaints }) => {
  // A wrong code is answered with 422, and the stand-in declines a card with 402.
  complaints.expect(/status of 4\d\d/)
  const books = openBooks(server)
  const page = await visit({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] })
  const request = new RequestPage(page)
  await page.goto('/request')
  await request.choose('hurdles', 'Rosa Lindqvist')
  await request.write(SUBJECT, 'This goes when the type changes.')
  await page.getByText('Video', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('MP4, WebM or MOV, up to 20 seconds')).toBeVisible()
  await page.getByLabel('Video file').setInputFiles(VIDEO)
  await expect.poll(async () => (await readTakes(page)).length).toBe(1)
  await expect(page.getByText('Saved on this device').first()).toBeVisible()
  await page.getByText('Text', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await expect.poll(() => readTakes(page)).toEqual([])
  await request.write(SUBJECT, 'How do I stop losing my rhythm there?')
  await request.tellWhoAsks()
  await page.goto('/')
  await expect(page.getByText('You began a question to Rosa')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/request\/athlete$/)
  await expect(page.getByLabel('Subject')).toHaveValue(SUBJECT)
  await request.enterCode('LASTSEASON')
  await expect(page.getByText('This code has expired or has been used up.')).toBeVisible()
  await request.enterCode(' kickoff20 ')
  await expect(page.getByText('kickoff20 takes $10 off.')).toBeVisible()
  await request.acceptPrice()

  await request.goToConfirm()
  await request.enterCard()
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(SUBJECT)

  await request.goToConfirm()
  await expect(page.getByText('Order total')).toBeVisible()
  await expect(page.getByText('$40 is held on your card in US dollars, not charged')).toBeVisible()
  await request.enterCard('4000 0000 0000 0002')
  await request.submit()
  await expect(page.getByText(/^Payment failed: /)).toBeVisible()
  await request.enterCard()
  await request.submit()
  await expect(request.thanks).toBeVisible({ timeout: 30_000 })

  const [question] = await books.questions(SUBJECT)
  await expect
    .poll(async () => (await books.money(question?.id ?? '')).holds)
    .toEqual([
      { state: 'released', amountCents: 4_000 },
      { state: 'held', amountCents: 4_000 },
    ])
  await books.close()

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/ask\/athlete$/)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()

  await page.goBack()
  await expect(page, 'behind the thanks is not the form that was sent').toHaveURL(
    ({ pathname }) => pathname === '/',
  )
})
