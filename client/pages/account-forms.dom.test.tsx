import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { USER_MEDIA } from '../../sync/paths.ts'
import { openScreen, settled } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, pushedNames, refused, replicate, settleEverything } from '../testing/server.ts'

const main = page.getByRole('main')
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const email = page.getByLabelText('Your email address')

async function signIn(): Promise<void> {
  await email.fill('ada@infield.test')
  await page.getByLabelText('Your password').fill('a long password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('S1-2.3 S2-5.43 S2-2.13 S2-2.14 S2-2.15 S2-2.16 S2-2.17 S2-2.18 the sign-in form is as quoted', async () => {
  await openScreen('/signin')
  await expect.element(heading('Sign in')).toBeVisible()
  await expect.element(email).toHaveAttribute('type', 'email')
  await expect.element(page.getByLabelText('Your password')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
  await expect.element(main.getByText("Don't have an account?")).toBeVisible()
  const links = main.getByRole('link').elements()
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Create an account', '/join'],
  ])
})

test('S2-2.19 the ring turns while nobody knows yet whose account this is, and then leads to the dashboard', async () => {
  const told = Promise.withResolvers<void>()
  const session = sessionOf('basic')
  const { path } = await openScreen('/signin')
  const asked = answer('signIn', {})
  answer('session', () => told.promise.then(() => session))
  replicate({})
  await signIn()
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).toBeDisabled()
  expect(document.querySelector('.animate-turn')).toBeVisible()
  await expect
    .poll(() => asked.map(({ body }) => body))
    .toEqual([{ email: 'ada@infield.test', password: 'a long password' }])
  told.resolve()
  await expect.poll(path).toBe('/dashboard')
})

test('a browser that says nothing of its databases keeps nobody from the dashboard', async () => {
  const { path } = await openScreen('/signin')
  const databases = vi.spyOn(indexedDB, 'databases').mockReturnValue(new Promise(() => {}))
  answer('signIn', {})
  answer('session', sessionOf('basic'))
  replicate({})
  await signIn()
  await expect.poll(path).toBe('/dashboard')
  databases.mockRestore()
})

test('a wrong password is told under the form, and what was typed stays', async () => {
  const asked = answer('signIn', refused('wrong-sign-in'))
  await openScreen('/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(page.getByText('Enter your email address and your password.')).toBeVisible()
  expect(asked).toEqual([])
  await signIn()
  await expect.element(main.getByRole('alert').filter({ hasText: /password/ })).toBeVisible()
  await expect.element(email).toHaveValue('ada@infield.test')
})

test('D116 after wrong passwords the form says that this device proves something first, and sends it', async () => {
  const asked = answer('signIn', ({ captcha }) => refused(captcha ? 'wrong-sign-in' : 'captcha-missing'))
  await openScreen('/signin')
  await signIn()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Human verification passed' }))
    .toBeVisible()
  await expect.element(main.getByRole('alert').filter({ hasText: /password/ })).toBeVisible()
  expect(asked.map(({ captcha }) => captcha !== null)).toEqual([false, true])
  expect(asked[1]?.body).toEqual(asked[0]?.body)
})

test.for([
  ['could not begin', { captcha: () => new Response(null, { status: 503 }) }, /The server is in trouble/],
  ['was not accepted', { signIn: () => refused('captcha-wrong') }, /Please complete the CAPTCHA/],
] as const)('D116 a proof that %s is not called passed', async ([, broken, said]) => {
  const asked = answer('signIn', ({ captcha }) =>
    captcha && 'signIn' in broken ? broken.signIn() : refused('captcha-missing'),
  )
  if ('captcha' in broken) answer('captcha', broken.captcha)
  await openScreen('/signin')
  await signIn()
  await expect.element(main.getByRole('alert').filter({ hasText: said })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
  await expect.element(main.getByText('Human verification')).not.toBeInTheDocument()
})

test('whoever is held up because others try passwords is offered the mail, which is another way in', async () => {
  answer('signIn', refused('too-many-requests', { retryAfterS: 900 }))
  const asked = answer('sendLink', {})
  await openScreen('/signin')
  await signIn()
  await expect.element(page.getByText(/a link by email signs you in as well/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in by email instead' }).click()
  await expect.element(email).toHaveValue('ada@infield.test')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect.element(heading('Check your email for the magic link')).toHaveFocus()
  expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@infield.test' }])
})

test('S2-5.44 a sign-in link is mailed to no empty address', async () => {
  const asked = answer('sendLink', {})
  await openScreen('/signin')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  const mailIt = page.getByRole('button', { name: 'Email me the link' })
  await mailIt.click()
  await expect.element(page.getByText('Enter your email address.')).toBeVisible()
  expect(asked).toEqual([])
  await email.fill('ada@infield.test')
  await mailIt.click()
  await expect.element(heading('Check your email for the magic link')).toHaveFocus()
  expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@infield.test' }])
  expect(asked[0]?.captcha).not.toBeNull()
})

test('S2-5.19 a username that is taken is told as soon as it was typed', async () => {
  const asked = answer('username', ({ body }) => ({
    taken: (body as { username: string }).username === 'noraquist',
  }))
  await openScreen('/fanjoin')
  const username = page.getByLabelText('Username')
  const taken = page.getByText('This username is already taken')
  await username.fill('noraquist')
  await page.getByLabelText('City').click()
  await expect.element(taken).toBeVisible()
  await expect.element(username).toHaveAttribute('aria-invalid', 'true')
  await username.fill('adaberg')
  await page.getByLabelText('City').click()
  await expect.poll(() => asked.length).toBe(2)
  await expect.element(taken).not.toBeInTheDocument()
})

test('S2-5.19 that a username is taken is not said of the one typed meanwhile', async () => {
  const told = Promise.withResolvers<void>()
  const asked = answer('username', async ({ body }) => {
    const { username } = body as { username: string }
    if (username === 'noraquist') await told.promise
    return { taken: username === 'noraquist' }
  })
  await openScreen('/fanjoin')
  const username = page.getByLabelText('Username')
  await username.fill('noraquist')
  await page.getByLabelText('City').click()
  await username.fill('adaberg')
  await page.getByLabelText('City').click()
  await expect.poll(() => asked.length).toBe(2)
  told.resolve()
  await settled()
  await expect.element(page.getByText('This username is already taken')).not.toBeInTheDocument()
})

/** Opens a sign-up whose button can be pressed although fields above the password are empty. */
async function fillPassword(): Promise<void> {
  answer('username', { taken: false })
  await openScreen('/fanjoin')
  await page.getByLabelText('Username').fill('adaberg')
  await page.getByLabelText('Password', { exact: true }).fill('rowing at dawn')
  await page.getByLabelText('Confirm password').fill('rowing at dawn')
}

test('S2-5.17 what is missing from a sign-up is gone to, wherever it stands above the button', async () => {
  await fillPassword()
  await page.getByRole('button', { name: 'Create my account' }).click()
  const firstName = page.getByLabelText('First name')
  await expect.element(firstName).toHaveAttribute('aria-invalid', 'true')
  await expect.element(firstName).toHaveFocus()
})

async function fillPerson(address: string): Promise<void> {
  await page.getByLabelText('First name').fill('Ada')
  await page.getByLabelText('Last name').fill('Berg')
  await page.getByLabelText('Date of birth').fill('1990-02-03')
  await page.getByLabelText('Country').selectOptions('NO')
  await page.getByLabelText('City').fill('Oslo')
  await page.getByLabelText('Email').fill(address)
}

test('a mistyped address is corrected after the sign-up, and nothing else is typed again', async () => {
  const asked = answer('joinFan', { uploadToken: 'token' })
  const ask = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).startsWith(USER_MEDIA.path) ? Response.json({}) : ask(input, init),
  )
  await fillPassword()
  await fillPerson('ada@exmaple.com')
  await page.getByLabelText('Profile picture').upload(await square())
  await expect.element(page.getByRole('img', { name: 'As it will look' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create my account' })
  await create.click()
  await page.getByRole('button', { name: 'Wrong address? Change it' }).click()
  await expect.element(page.getByLabelText('Email')).toHaveFocus()
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@exmaple.com')
  await page.getByLabelText('Email').fill('ada@example.com')
  await create.click()
  await expect.element(main.getByText('ada@example.com')).toBeVisible()
  const [first, second] = asked.map(({ body }) => body as { person: { email: string } })
  expect(second).toEqual({ ...first, person: { ...first?.person, email: 'ada@example.com' } })
})

test('a sign-up is busy from the press on, and a second press sends nothing', async () => {
  const asked = answer('joinFan', refused('username-taken'))
  await fillPassword()
  await fillPerson('ada@example.com')
  await page.getByLabelText('Profile picture').upload(await square())
  await expect.element(page.getByRole('img', { name: 'As it will look' })).toBeVisible()
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
  button?.click()
  // Let React render what the press itself changed; nothing can load in between.
  await null
  expect(button).toHaveAttribute('aria-busy', 'true')
  button?.click()
  await expect.element(page.getByText('This username is already taken').first()).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('BR-2 a sign-up that was begun is here again after a reload, without its password, and its terms open beside it', async () => {
  await fillPassword()
  await page.getByLabelText('City').fill('Oslo')
  for (const name of ['terms of service', 'privacy policy'])
    await expect.element(page.getByRole('link', { name }).first()).toHaveAttribute('target', '_blank')
  await openScreen('/fanjoin')
  await expect.element(page.getByLabelText('City')).toHaveValue('Oslo')
  await expect.element(page.getByLabelText('Username')).toHaveValue('adaberg')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('rowing at dawn')
})

test('what is typed while a picture is made ready stays', async () => {
  await fillPassword()
  const opened = Promise.withResolvers<void>()
  const open = globalThis.createImageBitmap
  const opening = vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(async (file) => {
    await opened.promise
    return open(file)
  })
  await page.getByLabelText('Profile picture').upload(await square())
  await expect.poll(() => opening.mock.calls.length).toBe(1)
  await page.getByLabelText('City').fill('Oslo')
  opened.resolve()
  await expect.element(page.getByRole('img', { name: 'As it will look' })).toBeVisible()
  await expect.element(page.getByLabelText('City')).toHaveValue('Oslo')
})

async function square(): Promise<File> {
  const canvas = new OffscreenCanvas(500, 500)
  canvas.getContext('2d')?.fillRect(0, 0, 500, 500)
  const picture = await canvas.convertToBlob({ type: 'image/png' })
  return new File([picture], 'me.png', { type: 'image/png' })
}

test('S1-2.15 S2-2.8 S2-5.22 S2-2.36 S2-2.37 S2-8.32 S2-8.34 S2-8.50 a password is changed with the current one', async () => {
  const asked = answer('changePassword', ({ body }) =>
    (body as { currentPassword: string }).currentPassword === 'the old password'
      ? {}
      : refused('wrong-current-password'),
  )
  await openScreen('/passwordreset')
  const field = (name: string) => page.getByLabelText(name, { exact: true })
  expect(page.getByRole('button', { name: 'Show password' }).elements()).toHaveLength(3)
  await email.fill('ada@infield.test')
  await field('Current password').fill('not this one')
  await field('New password').fill('a fresh long password')
  await field('Confirm new password').fill('a fresh long passwort')
  await expect.element(page.getByText('New passwords do not match')).toBeVisible()
  const update = page.getByRole('button', { name: 'Update password' })
  await update.click()
  expect(asked).toEqual([])
  await field('Confirm new password').fill('a fresh long password')
  await update.click()
  await expect.element(page.getByText('Current password is incorrect')).toBeVisible()
  await field('Current password').fill('the old password')
  await update.click()
  await expect.element(page.getByText('Password updated successfully!')).toBeVisible()
  expect(asked.at(-1)?.body).toEqual({
    email: 'ada@infield.test',
    currentPassword: 'the old password',
    newPassword: 'a fresh long password',
  })
  await expect.element(field('New password')).toHaveValue('')
})

test('D74 whoever has forgotten the current password gets a link by mail, also while signed in', async () => {
  const session = sessionOf('basic')
  answer('session', session)
  const asked = answer('forgotPassword', {})
  await openScreen('/passwordreset')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect.element(email).toHaveValue(session.person?.email ?? '')
  await page.getByRole('button', { name: 'I know my password' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: /link/ }).click()
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ email: session.person?.email })
})

test('S2-2.29 S2-2.30 S2-5.15 without a code there is the waitlist, once all of it is filled in', async () => {
  const pushes = settleEverything()
  await openScreen('/athletejoin')
  const send = page.getByRole('button', { name: 'Send' })
  await page.getByLabelText('Social platform').selectOptions('Tiktok')
  await page.getByLabelText('Your handle there').fill('@ada')
  await expect.element(send).toBeDisabled()
  await page.getByLabelText('Email').fill('ada@example.com')
  await send.click()
  await expect.element(heading('Thank you for your interest!')).toBeVisible()
  await expect
    .element(page.getByText("We'll take a look at your page, and get back to you soon."))
    .toBeVisible()
  await expect.element(page.getByLabelText('Signup code')).not.toBeInTheDocument()
  expect(pushedNames(pushes)).toEqual(['waitlist.send'])
})

test('a mailed link says whose account it opens, before it is used', async () => {
  const looked = answer('lookLink', { email: 'ada@infield.test' })
  const { path } = await openScreen(`/signin#token=${'a'.repeat(43)}`)
  await expect.element(main.getByText('ada@infield.test')).toBeVisible()
  await expect.element(main.getByText(/Not your address\?/)).toBeVisible()
  expect(looked[0]?.body).toEqual({ token: 'a'.repeat(43) })
  const used = answer('useLink', {})
  answer('session', sessionOf('basic'))
  replicate({})
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await expect.poll(path).toBe('/dashboard')
  expect(used).toHaveLength(1)
})

test('a mailed link opened while somebody is signed in says so, and signs in once it is pressed', async () => {
  answer('session', sessionOf('basic'))
  answer('lookLink', { email: 'bea@infield.test' })
  answer('useLink', {})
  replicate({})
  const { path } = await openScreen(`/signin#token=${'a'.repeat(43)}`)
  await expect.element(main.getByText(/You are signed in as Ada\. This link signs you in to/)).toBeVisible()
  await expect.element(main.getByText(/signs you in once, in this browser, to the account of/)).toBeVisible()
  const stay = main.getByRole('link', { name: 'Stay signed in as Ada' })
  await expect.element(stay).toHaveAttribute('href', '/signin')
  answer('session', sessionOf('basic'))
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await expect.poll(path).toBe('/dashboard')
})
