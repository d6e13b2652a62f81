import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SESSION_KEY } from '../../api/kept-session.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, replicate, settleEverything, VISITOR } from '../../testing/server.ts'

const field = (label: string) => page.getByLabelText(label, { exact: true })

/** Opens the page of an athlete. */
async function openAthlete(session = sessionOf('basic')): Promise<void> {
  answer('session', session)
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  answer('myQuestions', { questions: [], now: Date.now() })
  replicate({})
  settleEverything()
  await openScreen('/ask/ines')
}

/** Writes a question, and goes on to the step that asks for details. */
async function writeQuestion(): Promise<void> {
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await field('Subject').fill('Starting blocks')
  await page.getByLabelText('Your question').fill('How far apart do you set them?')
  await page.getByRole('button', { name: 'Next' }).click()
}

async function reachSecondStep(): Promise<void> {
  await openAthlete()
  await writeQuestion()
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

test('D96 a member types the address that the device does not know; once the server tells it, that one counts', async () => {
  const session = sessionOf('basic')
  await openAthlete(VISITOR)
  let tell = () => {}
  answer('session', () => new Promise((resolve) => (tell = () => resolve(session))))
  const { email, birthDate, ...person } = session.person ?? {}
  localStorage.setItem(SESSION_KEY, JSON.stringify({ person, skewMs: 0, ended: false }))
  dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }))
  await expect.element(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await writeQuestion()
  await field('Date of birth').fill('1996-04-12')
  await field('Email').fill('typed@infield.test')
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  tell()
  await expect.element(field('Email')).toHaveValue('ada@infield.test')
  await expect.element(field('Email')).toHaveAttribute('readonly')
})
