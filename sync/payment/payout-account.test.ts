import { expect, test } from 'vitest'
import { RESIDENCE_CODES } from '../athlete/residence.ts'
import { payoutRoute, payoutSetup } from './payout-account.ts'

test('S2-1.9 D37 of the 43 countries 33 are paid by transfer, the other ten by hand', () => {
  const by = Object.groupBy(RESIDENCE_CODES, payoutRoute)
  expect(by.transfer).toHaveLength(33)
  expect(by.manual).toEqual(['AU', 'GI', 'HK', 'JP', 'MX', 'NZ', 'SG', 'ZA', 'TH', 'AE'])
  for (const code of ['US', 'GB', 'CA', 'CH', 'DE', 'LI', 'NO']) expect(payoutRoute(code)).toBe('transfer')
  for (const code of ['', 'us', 'RU', 'XX']) expect(payoutRoute(code)).toBe('manual')
})

test('an account that is open counts, wherever its athlete has moved to; without one the country decides', () => {
  expect(payoutSetup('NO', null).state).toBe('none')
  expect(payoutSetup('AU', null).state).toBe('manual')
  expect(payoutSetup('AU', 'ready').state).toBe('ready')
  expect(payoutSetup('AU', 'disconnected').state).toBe('manual')
  expect(payoutSetup('NO', 'disconnected').state).toBe('disconnected')
  expect(payoutSetup('NO', 'refused').state).toBe('refused')
})
