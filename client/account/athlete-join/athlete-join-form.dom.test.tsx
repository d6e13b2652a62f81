import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { USER_MEDIA } from '../../../sync/paths.ts'
import { newId } from '../../api/new-id.ts'
import { type OutboxRow, openDevice } from '../../db/device.ts'
import { entryOf } from '../../store/outbox.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { answer, settleEverything } from '../../testing/server.ts'

const dialog = page.getByRole('dialog')
const email = page.getByLabelText('Email')

/** Opens the form as somebody with a signup code, closes its greeting and fills everything in. */
async function fillForm(): Promise<void> {
  answer('signupCode', {})
  answer('username', { taken: false })
  await openScreen('/athletejoin')
  await page.getByLabelText('Signup code').fill('C')
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: "Let's get started" }).click()
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Berg'],
    ['Date of birth', '1990-02-03'],
    ['City', 'Oslo'],
    ['Bio', 'I row.'],
    ['Email', 'ada@exmaple.com'],
    ['Username', 'adaberg'],
  ] as const)
    await page.getByLabelText(label).fill(text)
  for (const label of ['Achievement 1', 'Area of insight 1'])
    await page.getByLabelText(label, { exact: true }).fill('Rowing')
  await page.getByLabelText('Country').selectOptions('NO')
  await page.getByLabelText('Sport').selectOptions('Rowing')
  await page.getByLabelText('Password', { exact: true }).fill('rowing at dawn on the lake')
  await page.getByLabelText('Confirm password').fill('rowing at dawn on the lake')
  await page.getByLabelText('Profile picture').upload(await square())
  await expect.element(page.getByRole('img', { name: 'As it will look' })).toBeVisible()
}

async function square(): Promise<File> {
  const canvas = new OffscreenCanvas(500, 500)
  canvas.getContext('2d')?.fillRect(0, 0, 500, 500)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'me.png', { type: 'image/png' })
}

test('BR-2 a mistyped address is corrected in the form as it was, which is kept again with its picture', async () => {
  answer('joinAthlete', { uploadToken: 'token' })
  const ask = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).startsWith(USER_MEDIA.path) ? Response.json({}) : ask(input, init),
  )
  await fillForm()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('button', { name: 'Wrong address? Change it' }).click()
  await expect.element(email).toHaveValue('ada@exmaple.com')
  const pictures = async () => (await openDevice('guest').settings.get('athlete-joining-pictures'))?.value
  await expect.poll(pictures).toMatchObject([{ blob: expect.any(Blob) }])
  await settled()
  expect(dialog.query()).toBeNull()
  await expect.element(email).toHaveFocus()
})

test('a place on the waitlist that was refused is given back beside a sign-up that was begun, also after a reload', async () => {
  await fillForm()
  await expect.poll(() => openDevice('guest').settings.get('athlete-joining')).toBeTruthy()
  const handle = page.getByLabelText('Your handle there')
  await settled()
  expect(handle.query()).toBeNull()
  const { outbox } = openDevice('guest')
  const fields = { socialPlatform: 'Tiktok', socialAccount: '@ada', email: 'ada@exmaple.com' }
  const entry = entryOf({
    name: 'waitlist.send',
    args: { ...fields, formId: newId(), captcha: null },
  } as never)
  await outbox.add({ ...entry, state: 'refused', refusal: { code: 'captcha-wrong' } } as OutboxRow)
  await openScreen('/athletejoin')
  await expect.element(page.getByLabelText('Bio')).toHaveValue('I row.')
  await expect.element(handle).toHaveValue('@ada')
  await expect.element(page.getByText(/The last one was not solved in time/)).toBeVisible()
  await expect.poll(() => outbox.count()).toBe(0)
  await openScreen('/athletejoin')
  await expect.element(handle).toHaveValue('@ada')
  await expect.element(page.getByLabelText('Bio')).toHaveValue('I row.')
  const notThere = page.getByText(/^We do not have this form of yours/)
  await expect.element(notThere).toBeVisible()
  settleEverything()
  await page.getByRole('form', { name: 'Join the waitlist' }).getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('Thank you for your interest!')).toBeVisible()
  expect(notThere.query()).toBeNull()
})
