import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SESSION_KEY } from '../../api/kept-session.ts'
import { newId } from '../../api/new-id.ts'
import { type OutboxRow, openDevice } from '../../db/device.ts'
import { useForm } from '../../inquiry/use-form.ts'
import { WaitlistForm } from '../../inquiry/waitlist-form.tsx'
import { deleteAccount } from '../../store/account/account-data.ts'
import { entryOf } from '../../store/outbox.ts'
import { ensureWork } from '../../store/sending/sync-runner.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen, show } from '../../testing/open-screen.tsx'
import { answer, goOffline, goOnline, pushedNames, settleEverything } from '../../testing/server.ts'

async function tellWhoWrites(): Promise<void> {
  await page.getByLabelText('First name').fill('Ada')
  await page.getByLabelText('Last name').fill('Berg')
  await page.getByLabelText('Email').fill('ada@example.com')
}

const send = page.getByRole('button', { name: 'Send' })

test('S1-2.58 S1-2.59 S1-2.60 S1-4.27 a message is sent, thanked for, and the way out is home', async () => {
  const pushes = settleEverything()
  const { path } = await openScreen('/contact')
  await tellWhoWrites()
  await page.getByLabelText('Subject').fill('A club')
  await page.getByLabelText('Your message').fill('We would like to talk.')
  await send.click()
  const thanks = page.getByRole('heading', { name: 'Thank you for your message!' })
  await expect.element(thanks).toBeInViewport({ ratio: 1 })
  await expect.element(thanks).toHaveFocus()
  expect(pushedNames(pushes)).toEqual(['contact.send'])
  await page.getByRole('link', { name: 'Exit' }).click()
  await expect.poll(path).toBe('/')
})

async function apply(): Promise<void> {
  await tellWhoWrites()
  await page.getByLabelText('City').fill('Oslo')
  await page.getByLabelText('Country').selectOptions('NO')
  await page.getByLabelText('Your account there').fill('@ada')
  await page.getByLabelText('Your sport').fill('Rowing')
  await page.getByLabelText('Why are you interested?').fill('I like to teach.')
}

test('S1-2.54 S1-2.55 S1-4.27 an application written without a network waits on the device, and leaves with it', async () => {
  const pushes = settleEverything()
  const { path } = await openScreen('/waitlist')
  await apply()
  goOffline()
  await send.click()
  await expect.element(page.getByText('Saved on this device, waiting for network.')).toBeVisible()
  expect(pushes).toEqual([])
  goOnline()
  await expect.element(page.getByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible()
  expect(pushedNames(pushes)).toEqual(['application.send'])
  await page.getByRole('link', { name: 'Exit' }).click()
  await expect.poll(path).toBe('/')
})

test('S1-2.53 the application leads whoever is no athlete to the contact form', async () => {
  const { path } = await openScreen('/waitlist')
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect.element(page.getByRole('heading', { name: "Let's get in touch" })).toBeVisible()
  expect(path()).toBe('/contact')
})

test('S1-2.57 the contact form leads whoever is an athlete to joining', async () => {
  const { path } = await openScreen('/contact')
  await page.getByRole('main').getByRole('link', { name: 'Join as an athlete' }).click()
  await expect.poll(path).toBe('/join')
})

test('S1-2.74 S1-2.75 S1-2.76 S1-2.77 S1-4.29 S1-9.12 a suggestion is thanked for, for three seconds', async () => {
  const pushes = settleEverything()
  answer('athletes', { athletes: [], after: null, isNear: false })
  await openScreen('/ask')
  const handle = page.getByPlaceholder('@username')
  await handle.fill('@somebody')
  // Shorter timers go on, because sending needs them.
  stopTimers(1_000)
  await page.getByRole('button', { name: 'Submit' }).click()
  const thanks = page.getByText("Thanks! We'll reach out to them.")
  await expect.element(thanks).toBeVisible()
  expect(pushedNames(pushes)).toEqual(['suggestion.send'])
  await expect.element(handle).toHaveValue('')
  pass(2_999)
  await expect.element(thanks).toBeVisible()
  pass(1)
  await expect.element(thanks).not.toBeInTheDocument()
})

test('what is typed into a form is there after a reload, until it is sent', async () => {
  settleEverything()
  await openScreen('/contact')
  await tellWhoWrites()
  const message = page.getByLabelText('Your message')
  await message.fill('We would like to talk.')
  await openScreen('/contact')
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com')
  await expect.element(message).toHaveValue('We would like to talk.')
  await page.getByLabelText('Subject').fill('A club')
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Thank you for your message!' })).toBeVisible()
  await openScreen('/contact')
  await expect.element(message).toHaveValue('')
})

test('S1-8.4 a form that was refused after its page was closed comes back whole, with the reason, once', async () => {
  const fields = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', subject: 'A club' }
  const args = { ...fields, content: 'We would like to talk.', formId: newId(), captcha: null }
  const { outbox } = openDevice('guest')
  const entry = entryOf({ name: 'contact.send', args })
  await outbox.add({ ...entry, state: 'refused', refusal: { code: 'captcha-wrong' } } as OutboxRow)
  await openScreen('/contact')
  await expect.element(page.getByLabelText('Your message')).toHaveValue('We would like to talk.')
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com')
  await expect.element(page.getByText(/The last one was not solved in time/)).toBeVisible()
  await expect.element(send).toBeEnabled()
  await expect.poll(() => outbox.count()).toBe(0)
})

test('a form that is refused while its page is open is there after a reload', async () => {
  await openScreen('/contact')
  const message = page.getByLabelText('Your message')
  goOffline()
  await page.getByLabelText('First name').fill('Ada')
  await page.getByLabelText('Last name').fill('Berg')
  await page.getByLabelText('Email').fill('ada@example.com')
  await page.getByLabelText('Subject').fill('A club')
  await message.fill('We would like to talk.')
  await send.click()
  const { outbox } = openDevice('guest')
  await expect.poll(() => outbox.count()).toBe(1)
  await outbox.toCollection().modify({ state: 'refused', refusal: { code: 'captcha-wrong' } })
  await expect.element(page.getByText(/The last one was not solved in time/)).toBeVisible()
  await expect.poll(() => outbox.count()).toBe(0)
  await openScreen('/contact')
  await expect.element(message).toHaveValue('We would like to talk.')
})

function Waitlist() {
  return <WaitlistForm form={useForm('waitlist.send')} />
}

test('a country that was chosen is there after a reload, though the list of countries comes later', async () => {
  await openScreen('/waitlist')
  await apply()
  await openScreen('/waitlist')
  await expect.element(page.getByLabelText('Country')).toHaveValue('NO')
  await openScreen('/waitlist')
  await expect.element(page.getByLabelText('Country')).toHaveValue('NO')
})

test('what is typed into a form goes when its user leaves', async () => {
  await openScreen('/contact')
  await page.getByLabelText('Your message').fill('We would like to talk.')
  expect(Object.values(sessionStorage).join()).toContain('We would like to talk.')
  await deleteAccount('guest')
  expect(Object.values(sessionStorage).join()).not.toContain('We would like to talk.')
})

test('what is typed into a form goes when its user leaves in another tab', async () => {
  ensureWork('guest')
  await openScreen('/contact')
  await page.getByLabelText('Your message').fill('We would like to talk.')
  expect(Object.values(sessionStorage).join()).toContain('We would like to talk.')
  const otherTab = new BroadcastChannel(SESSION_KEY)
  otherTab.postMessage({ left: 'guest' })
  await expect.poll(() => Object.values(sessionStorage).join()).not.toContain('We would like to talk.')
  otherTab.close()
})

test('every field of the waitlist is there after a reload, and its button knows', async () => {
  show(<Waitlist />)
  await page.getByLabelText('Social platform').selectOptions('X')
  await page.getByLabelText('Your handle there').fill('@ada')
  await page.getByLabelText('Email').fill('ada@example.com')
  show(<Waitlist />)
  await expect.element(page.getByLabelText('Social platform')).toHaveValue('X')
  await expect.element(page.getByLabelText('Your handle there')).toHaveValue('@ada')
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com')
  await expect.element(send).toBeEnabled()
})
