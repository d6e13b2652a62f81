import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Claim } from '../../../sync/question/claim.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate } from '../../testing/server.ts'

const claim: Claim = {
  questionId: '5b1f6c6e-6a54-4b6b-8a3c-0d7f0a5f3c11',
  athlete: { firstName: 'Rosa', lastName: 'Reed', username: 'rosa' },
  firstName: 'Zed',
  subject: 'My catch',
  submittedAt: Date.UTC(2026, 10, 20),
}
const token = 'A'.repeat(43)
const yes = page.getByRole('button', { name: 'Yes, it is mine' })
const no = page.getByRole('button', { name: 'Not mine' })

test('D117 the mailed link asks whose a question is, and says what became of it', async () => {
  const asked = answer('claims', { claims: [claim], hasAccount: true, more: false })
  const said = answer('settleClaim', {})
  await openScreen(`/wasthisyou#token=${token}`)
  await expect.element(page.getByText('My catch')).toBeVisible()
  await expect.element(page.getByText(/To Rosa Reed, from somebody called Zed/)).toBeVisible()
  expect(asked[0]?.body).toEqual({ token })
  await yes.click()
  await expect.element(page.getByRole('heading', { name: 'It is in your account' })).toHaveFocus()
  expect(said.map(({ body }) => body)).toEqual([{ questionId: claim.questionId, mine: true, token }])
})

test('D117 an address without an account can only say that it did not ask', async () => {
  answer('claims', { claims: [claim], hasAccount: false, more: false })
  answer('settleClaim', {})
  await openScreen(`/wasthisyou#token=${token}`)
  await expect.element(no).toBeVisible()
  expect(yes.elements()).toEqual([])
  await no.click()
  await expect.element(page.getByRole('heading', { name: 'Your address was removed' })).toHaveFocus()
})

test('a link that is over says where the question stands instead', async () => {
  answer('claims', refused('link-spent'))
  await openScreen(`/wasthisyou#token=${token}`)
  await expect.element(page.getByText(/works until somebody has said whose question it is/)).toBeVisible()
})

test('a page that did not reach the server says so, and asks it again', async () => {
  const asked = answer('claims', new Response(null, { status: 503 }))
  await openScreen(`/wasthisyou#token=${token}`)
  await expect.element(page.getByText(/Our server was not reached/)).toBeVisible()
  expect(asked).not.toEqual([])
  answer('claims', { claims: [claim], hasAccount: true, more: false })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('My catch')).toBeVisible()
})

test('D117 in the dashboard it stands beside the conversations, and not among them', async () => {
  answer('session', sessionOf('basic'))
  replicate({})
  answer('claims', { claims: [claim], hasAccount: true, more: true })
  const said = answer('settleClaim', {})
  await openScreen('/dashboard')
  const part = page.getByRole('region', { name: /Somebody asked with your address/ })
  await expect.element(part.getByText('My catch')).toBeVisible()
  // A note says that the list does not show all questions.
  await expect.element(part.getByText(/newest 1/)).toBeVisible()
  await expect.element(part.getByText(/The others follow once you have answered these/)).toBeVisible()
  part.getByRole('button', { name: 'Not mine' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Your address was removed from “My catch”.')).toBeVisible()
  await expect
    .poll(() => document.activeElement?.textContent)
    .toBe('Your address was removed from “My catch”.')
  expect(said.map(({ body }) => body)).toEqual([{ questionId: claim.questionId, mine: false }])
})

test('D117 only the answer that is being sent is busy, and not one that did not arrive before', async () => {
  answer('session', sessionOf('basic'))
  replicate({})
  const other = { ...claim, questionId: '0c6a2f4e-93a1-4a47-9d55-6f0f3c1b7e42', subject: 'My throw' }
  answer('claims', { claims: [claim, other], hasAccount: true, more: false })
  answer('settleClaim', new Response(null, { status: 503 }))
  await openScreen('/dashboard')
  const busy = (subject: string) =>
    [...page.getByRole('article', { name: subject }).element().querySelectorAll('[aria-busy]')].map(
      ({ textContent }) => textContent,
    )
  const notMine = (subject: string) =>
    page.getByRole('article', { name: subject }).getByRole('button', { name: 'Not mine' })
  await notMine('My catch').click()
  await expect.element(page.getByText(/Our server was not reached/)).toBeVisible()
  expect(busy('My catch')).toEqual([])
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answer('settleClaim', () => arrived.then(() => ({})))
  await notMine('My throw').click()
  await expect.poll(() => busy('My throw')).toEqual(['Not mine'])
  expect(busy('My catch')).toEqual([])
  arrive()
  await expect.element(page.getByText('Your address was removed from “My throw”.')).toBeVisible()
  await expect.element(notMine('My catch')).toBeEnabled()
})
