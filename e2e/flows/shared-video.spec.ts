import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectReadyForOffline, signIn } from '../pages/sign-in.ts'
import { readTakes } from '../takes.ts'

// it answers questions that others want to answer too
test.use({ world: 'sending' })

const CLIP = join(import.meta.dirname, '../../server/testing/media/answer.mp4')

test('a video that another app shares is kept without a network and becomes a recording; what is no video is told', {
  tag: '@way-shared-video',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
  const device = await openDevice(PHONE)
  const { page } = device
  await signIn(page, 'athlete', server)
  await expectReadyForOffline(page)
  await device.goOffline()

  await share(page, { name: 'notes.txt', type: 'text/plain', base64: 'aGVsbG8=' })
  await expect(page.getByText('What you shared was not taken', { exact: false })).toBeVisible()
  await share(page, {
    name: 'catch.mp4',
    type: 'video/mp4',
    base64: (await readFile(CLIP)).toString('base64'),
  })
  const shared = page.getByRole('region', { name: 'A shared video' })
  await expect(shared.getByText('catch.mp4', { exact: false })).toBeVisible()
  const question = await shared
    .getByLabel('Which question does it answer?')
    .locator('option')
    .nth(1)
    .textContent()
  await shared.getByLabel('Which question does it answer?').selectOption(question ?? '')
  await shared.getByRole('button', { name: 'Use it as my answer' }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  expect((await readTakes(page)).map(({ state }) => state)).toEqual(['kept'])

  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(shared).toHaveCount(0)
})

/** Hands a file over as a phone does: by a form of many parts that navigates to where the manifest says. */
async function share(page: Page, file: { name: string; type: string; base64: string }): Promise<void> {
  await page.evaluate(({ name, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], name, { type }))
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.action = '/dashboard/shared'
    const field = form.appendChild(document.createElement('input'))
    field.type = 'file'
    field.name = 'videos'
    field.files = files.files
    document.body.append(form)
    form.submit()
  }, file)
  await page.waitForURL(/\/dashboard\?tab=conversations/)
}
