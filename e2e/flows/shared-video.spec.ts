import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectReadyForOffline, signIn } from '../pages/sign-in.ts'
import { readTakes } from '../takes.ts'

// A separate world, because this file answers questions that other files answer too.
test.use({ world: 'sending' })

const CLIP = join(import.meta.dirname, '../../server/testing/media/answer.mp4')

test('a video that another app shares is kept without a network and becomes a recording; another site puts none here', {
  tag: '@way-shared-video',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
  const device = await openDevice(PHONE)
  const { page } = device
  await signIn(page, 'athlete', server)
  await expectReadyForOffline(page)
  await page.route('http://evil.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'A prize' }),
  )
  const prize = { name: 'prize.mp4', type: 'video/mp4', base64: 'ZmlsbQ==' }
  for (const rel of ['', 'noreferrer']) {
    await page.goto('http://evil.test/')
    await share(page, prize, { to: device.line.origin, rel })
    await expect(page.getByText('Another website tried to put a video here', { exact: false })).toBeVisible()
    await expect(page.getByText('prize.mp4', { exact: false })).toHaveCount(0)
  }
  // Older browsers do not say of a share either that it comes from no other site.
  await share(page, { ...prize, name: 'mine.mp4' }, { rel: 'noreferrer' })
  await expect(page.getByText('mine.mp4', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Remove it from here' }).click()
  await device.goOffline()

  await share(page, { name: 'notes.txt', type: 'text/plain', base64: 'aGVsbG8=' })
  await expect(page.getByText('What you shared was not accepted', { exact: false })).toBeVisible()
  await share(page, {
    name: 'catch.mp4',
    type: 'video/mp4',
    base64: (await readFile(CLIP)).toString('base64'),
  })
  const shared = page.getByRole('region', { name: 'A shared video' })
  await expect(shared.getByText('catch.mp4', { exact: false })).toBeVisible()
  // The fan's name appears a moment after the question.
  await shared.getByLabel('Which question does it answer?').selectOption({ index: 1 })
  await shared.getByRole('button', { name: 'Use it as my answer' }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  expect((await readTakes(page)).map(({ state }) => state)).toEqual(['kept'])

  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expect(shared).toHaveCount(0)
})

type SharedFile = { name: string; type: string; base64: string }
/** `to`: the app's origin, for a form on another site's page. `rel`: the form's `rel` attribute. */
type Form = { to?: string; rel?: string }

/** Shares a file as a phone does: with a multipart form that navigates to the manifest's share target. */
async function share(page: Page, file: SharedFile, { to = '', rel = '' }: Form = {}): Promise<void> {
  const send = ({ name, type, base64, action, rel }: SharedFile & { action: string; rel: string }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], name, { type }))
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.action = action
    form.rel = rel
    const field = form.appendChild(document.createElement('input'))
    field.type = 'file'
    field.name = 'videos'
    field.files = files.files
    document.body.append(form)
    form.submit()
  }
  await page.evaluate(send, { ...file, action: `${to}/dashboard/shared`, rel })
  await page.waitForURL(/\/dashboard\?tab=conversations/)
}
