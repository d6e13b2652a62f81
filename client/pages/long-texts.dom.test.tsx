import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pass, stopTimers } from '../testing/clock.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { athlete } from '../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../testing/server.ts'

const LONG = `${'long '.repeat(600)}end`

/** Returns the text fields on the screen. Password fields are left out, because they hide their text. */
const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'main :is(input[type=text], input[type=search], input[type=email], textarea)',
  ),
]

const SCREENS = [
  ['/contact', 5],
  ['/waitlist', 7],
  ['/ask', 2],
  ['/ask/noraquist', 0],
  ['/request', 1],
  ['/signin', 1],
  ['/fanjoin', 8],
  ['/athletejoin', 1],
  ['/passwordreset', 1],
  ['/lostlink', 1],
  ['/mydata', 1],
] as const

/** Inserts text the way a paste does, so that a field with a `maxlength` would cut it. */
function paste(field: HTMLInputElement, text: string): void {
  field.focus()
  document.execCommand('insertText', false, text)
}

test.for(SCREENS)('%s keeps whatever is pasted into its fields', async ([path, least]) => {
  answer('athletes', { athletes: [athlete()], after: null, isNear: false })
  answer('athlete', athlete())
  answer('myQuestions', { questions: [] } as never)
  await openScreen(path)
  await expect.poll(() => fields().length).toBeGreaterThanOrEqual(least)
  for (const field of fields()) {
    paste(field, LONG)
    expect(field.value, field.labels?.[0]?.textContent ?? '').toBe(LONG)
  }
})

test('a form with too long a text says by how much, and is not sent until it fits', async () => {
  const pushes = settleEverything()
  await openScreen('/contact')
  await page.getByLabelText('First name').fill('Ada')
  await page.getByLabelText('Last name').fill('Berg')
  await page.getByLabelText('Email').fill('ada@example.com')
  const subject = page.getByLabelText('Subject')
  await subject.fill('s'.repeat(120))
  await page.getByLabelText('Your message').fill('We would like to talk.')
  const excess = page.getByText('20 characters too many: at most 100.')
  await expect.element(excess).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(subject).toHaveFocus()
  await expect.element(subject).toHaveValue('s'.repeat(120))
  expect(pushes).toEqual([])
  await subject.fill('s'.repeat(100))
  await expect.element(excess).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('heading', { name: 'Thank you for your message!' })).toBeVisible()
  expect(pushedNames(pushes)).toEqual(['contact.send'])
})

test('a search that is too long stays, and is not made of its beginning', async () => {
  answer('athletes', { athletes: [athlete()], after: null, isNear: false })
  const { path } = await openScreen('/ask')
  const search = page.getByLabelText('Search the roster')
  stopTimers(1_000)
  await search.fill('s'.repeat(70))
  await expect.element(page.getByText('10 characters too many: at most 60.')).toBeVisible()
  pass(1_000)
  expect(path()).toBe('/ask')
  await search.fill('sprint')
  pass(1_000)
  await expect.poll(path).toBe('/ask?q=sprint')
})
