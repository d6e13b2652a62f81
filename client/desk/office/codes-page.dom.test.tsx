import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskCode } from '../../../sync/desk/office.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { formatDateTime } from '../../text/format.ts'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { CodesPage } from './codes-page.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)

async function opened(codes: DeskCode[] = []) {
  answer('session', sessionOf('admin'))
  await refreshSession()
  answer('deskCodes', { codes, more: false, signupCode: { madeAt: NOW, madeBy: null }, now: NOW })
  showAtDesk(
    <>
      <CodesPage />
      <ToastRegion />
    </>,
  )
}

const change = () => page.getByRole('alertdialog').getByRole('button', { name: 'Change the code' })

test('pressed twice, the sign-up code is changed once, and the one that is shown is the one that counts', async () => {
  await opened()
  const shown = page.getByRole('status').first()
  expect(shown.element().textContent).toBe('')
  let finish = () => {}
  const asked = answer('deskSignupCode', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return { code: 'AAAA-BBBB' }
  })
  await page.getByRole('button', { name: 'Change the code' }).click()
  await change().click()
  await change().click({ force: true })
  expect(asked.length).toBe(1)
  finish()
  await expect.poll(() => shown.element().textContent).toContain('AAAA-BBBB')
})

test('without an answer, the question about the sign-up code stays open to be tried again', async () => {
  await opened()
  answer('deskSignupCode', () => new Response(null, { status: 502 }))
  await page.getByRole('button', { name: 'Change the code' }).click()
  await change().click()
  await expect.element(page.getByText(/No answer came from the server/)).toBeVisible()
  answer('deskSignupCode', { code: 'CCCC-DDDD' })
  await change().click()
  await expect.element(page.getByText('CCCC-DDDD')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('a number of uses is read as it is typed, and "1e2" is none', async () => {
  await opened()
  await page.getByLabelText('Code', { exact: true }).fill('KICKOFF')
  await page.getByLabelText('Name', { exact: true }).fill('The opener')
  await page.getByLabelText('Percent', { exact: true }).fill('1e1')
  const make = page.getByRole('button', { name: 'Make the code' })
  await make.click()
  await expect.element(page.getByText(/whole ones, above zero/)).toBeVisible()
  await page.getByLabelText('Percent', { exact: true }).fill('10')
  await page.getByLabelText(/Uses in all/).fill('1e2')
  await make.click()
  await expect.element(page.getByText(/whole ones, above zero/)).toBeVisible()
  const pushes = settleEverything()
  await page.getByLabelText('Percent', { exact: true }).fill('١٠')
  await page.getByLabelText(/Uses in all/).fill('۱۲')
  await make.click()
  await expect
    .poll(() => pushes.map(({ body }) => body))
    .toMatchObject([{ intents: [{ args: { value: 10, maxUses: 12 } }] }])
})

test('a code for no day is not made, and what to type instead is said', async () => {
  await opened()
  const pushes = settleEverything()
  await page.getByLabelText('Code', { exact: true }).fill('KICKOFF')
  await page.getByLabelText('Name', { exact: true }).fill('The opener')
  await page.getByLabelText('Percent', { exact: true }).fill('10')
  await page.getByLabelText(/^Days/).fill('0')
  const make = page.getByRole('button', { name: 'Make the code' })
  await make.click()
  await expect.element(page.getByText(/^A code is valid for one day at least\./)).toBeVisible()
  expect(pushes).toEqual([])
  await page.getByLabelText(/^Days/).fill('1')
  await make.click()
  await expect.poll(() => pushes.length).toBe(1)
})

test('a code whose change was not answered is no longer shown as the one that counts', async () => {
  await opened()
  answer('deskSignupCode', { code: 'AAAA-BBBB' })
  await page.getByRole('button', { name: 'Change the code' }).click()
  await change().click()
  await expect.element(page.getByText('AAAA-BBBB')).toBeVisible()
  answer('deskSignupCode', new Response(null, { status: 502 }))
  await page.getByRole('button', { name: 'Change the code' }).click()
  await change().click()
  await expect.element(page.getByText(/the code may have been changed/)).toBeVisible()
  expect(page.getByText('AAAA-BBBB').query()).toBeNull()
})

test('a code that is used up can be ended, because its uses may come back; one that expired needs no end', async () => {
  const code: DeskCode = {
    ...{ id: newId(), label: 'The opener', off: 'percent', value: 10, used: 5, maxUses: 5, maxUsesEach: 1 },
    ...{ createdAt: NOW, expiresAt: null, endedAt: null },
  }
  await opened([code, { ...code, id: newId(), label: 'The last one', expiresAt: NOW - 1 }])
  await expect.element(page.getByText('Used up')).toBeVisible()
  await expect.element(page.getByText('Expired')).toBeVisible()
  // a code ends with an hour, so the day alone would promise the rest of that day
  await expect.element(page.getByText(`until ${formatDateTime(NOW - 1)}`)).toBeVisible()
  const pushes = settleEverything()
  expect(page.getByRole('button', { name: /^End / }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'End The opener' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the code' }).click()
  await expect.poll(() => pushedNames(pushes)).toEqual(['code.end'])
})
