import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, replicate, settleEverything } from '../../testing/server.ts'

const field = (label: string) => page.getByLabelText(label, { exact: true })

/** Writes a question as a member, and goes on to the step that asks for their details. */
async function reachSecondStep(): Promise<void> {
  answer('session', sessionOf('basic'))
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  answer('myQuestions', { questions: [], now: Date.now() })
  replicate({})
  settleEverything()
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await field('Subject').fill('Starting blocks')
  await page.getByLabelText('Your question').fill('How far apart do you set them?')
  await page.getByRole('button', { name: 'Next' }).click()
}

test('a member retypes nothing that the account knows', async () => {
  await reachSecondStep()
  await expect.element(field('Date of birth')).toHaveValue('1996-04-12')
  await expect.element(field('First name')).toHaveValue('Ada')
  await expect.element(field('Last name')).toHaveValue('Berg')
  await expect.element(field('Country')).toHaveValue('NO')
  await expect.element(field('City')).toHaveValue('Bergen')
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  expect(page.getByText('No account is needed.').query()).toBeNull()
})

test('D117 a member asks with the address of their account, and with no other', async () => {
  await reachSecondStep()
  await expect.element(field('Email')).toHaveValue('ada@infield.test')
  await expect.element(field('Email')).toHaveAttribute('readonly')
  await expect.element(page.getByText(/The address of your account/)).toBeVisible()
})

test('what a member empties or changes stays as they left it', async () => {
  await reachSecondStep()
  await field('City').fill('Oslo')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(field('City')).toHaveValue('Oslo')
})
