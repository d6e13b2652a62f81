import { expect, test } from 'vitest'
import { sayRefusal } from './use-account-call.ts'

test('a refusal is said in its own words, and in general ones where those cannot be loaded', async () => {
  expect(await sayRefusal({ code: 'wrong-passkey' })).toMatch(/passkey/)
  const said = await sayRefusal({ code: 'wrong-passkey' }, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  expect(said).toMatch(/^This was refused/)
})
