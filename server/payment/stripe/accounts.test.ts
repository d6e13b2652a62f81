import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { accountCalls } from './accounts.ts'
import { ACCOUNT_TIMEOUT_MS, TIMEOUT_MS } from './answer.ts'

test('the opening of an account may take longer than any other call', async () => {
  const limits: unknown[] = []
  const httpClient = Stripe.createFetchHttpClient()
  httpClient.makeRequest = async (...request) => {
    limits.push(request.at(-1))
    throw new Error('no connection')
  }
  const calls = accountCalls(
    new Stripe('sk_test_x', { httpClient, timeout: TIMEOUT_MS, maxNetworkRetries: 0 }),
  )
  const made = await calls.createAccount({ payoutAccountId: 'a1', countryCode: 'NO' }, 'key')
  expect(made).toMatchObject({ ok: false, problem: { kind: 'unreachable' } })
  await calls.retrieveAccount('acct_1')
  expect(new Set(limits)).toEqual(new Set([ACCOUNT_TIMEOUT_MS, TIMEOUT_MS]))
})
