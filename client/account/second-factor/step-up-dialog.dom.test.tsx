import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'

test('a code in the digits of another keyboard is the same code', async () => {
  show(<StepUpDialog detail={{ by: 'app' }} token={null} onSettled={() => {}} />)
  const field = page.getByRole('textbox', { name: 'Code from your app' })
  await field.fill('١٢٣٤٥٦')
  await expect.element(field).toHaveValue('123456')
  await field.fill('۱۲۳۴۵۶')
  await expect.element(field).toHaveValue('123456')
})

test('the code is typed at once where the app shows it, and a passkey is offered first', async () => {
  const dialog = (by: string) => <StepUpDialog detail={{ by }} token={null} onSettled={() => {}} />
  show(dialog('app'))
  await expect.element(page.getByRole('textbox', { name: 'Code from your app' })).toHaveFocus()
  show(dialog('passkey app'))
  await expect.element(page.getByRole('heading', { name: 'Confirm it is you' })).toHaveFocus()
})
