import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate } from '../../testing/server.ts'

const CHALLENGE = { challenge: 'YWJj', rpId: 'localhost', timeoutMs: 300_000 }

type Asked = CredentialRequestOptions & { settle: (signed: Credential | null) => void }

/** Simulates a browser that offers passkeys at the address field. Returns its requests for the test to settle. */
function offeringBrowser(): Asked[] {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  const asked: Asked[] = []
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Credential | null>()
    options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
    asked.push({ ...options, settle: resolve })
    return promise
  })
  return asked
}

/** Returns the credential of a device that has signed the challenge. */
function signedByDevice(): Credential {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const response = {
    clientDataJSON: bytes('data'),
    authenticatorData: bytes('device'),
    signature: bytes('name'),
  }
  return Object.create(PublicKeyCredential.prototype, { id: { value: 'key' }, response: { value: response } })
}

test('a passkey is offered where the address is typed, and signs in once it is chosen', async () => {
  const asked = offeringBrowser()
  answer('passkeyChallenge', CHALLENGE)
  const { path } = await openScreen('/signin')
  await expect
    .element(page.getByLabelText('Your email address'))
    .toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional'])
  const signedIn = answer('passkeySignIn', {})
  answer('session', sessionOf('basic'))
  replicate({})
  asked[0]?.settle(signedByDevice())
  await expect.poll(path).toBe('/dashboard')
  expect(signedIn.map(({ body }) => body)).toMatchObject([{ passkey: { id: 'key', signature: 'bmFtZQ' } }])
})

test('one that is refused is told of, and the button is there', async () => {
  const asked = offeringBrowser()
  answer('passkeyChallenge', CHALLENGE)
  answer('passkeySignIn', refused('wrong-passkey'))
  await openScreen('/signin')
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.settle(signedByDevice())
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'This passkey was not accepted' }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled()
})

test('the offer makes room for the button, and ends with the form', async () => {
  const asked = offeringBrowser()
  answer('passkeyChallenge', CHALLENGE)
  await openScreen('/signin')
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional', undefined])
  expect(asked[0]?.signal?.aborted).toBe(true)
  asked[1]?.settle(null)
  await expect.element(page.getByText('No passkey was used.')).toBeVisible()

  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect.poll(() => asked.length).toBe(3)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect.poll(() => asked[2]?.signal?.aborted).toBe(true)
})

test('a browser that offers nothing is asked for nothing', async () => {
  const get = vi.spyOn(navigator.credentials, 'get')
  await openScreen('/signin')
  await expect.element(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(get).not.toHaveBeenCalled()
})
