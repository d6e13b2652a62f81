import { expect, test } from 'vitest'
import { refuse } from '../../../sync/result.ts'
import { linkErrorText } from './connect-button.tsx'
import { SETUP_WORDS, setupText, waitingLine } from './setup-words.ts'

test('S2-8.26 what is said when the provider’s sign-up cannot be opened', () => {
  const said = 'There was an error setting up payments. Please try again or contact support.'
  expect(
    linkErrorText({ ok: false, offline: true, reason: 'network', status: null, retryAfterMs: null }),
  ).toBe(said)
  expect(linkErrorText(refuse('payments-unreachable'))).toBe(said)
  // A country that is paid by hand is no error.
  expect(linkErrorText(refuse('payout-by-hand'))).toContain('You are paid by hand.')
  expect(linkErrorText(refuse('deposits-unavailable'))).toContain('Until then, we pay you by hand.')
})

test('D37 every state of the set-up is said, and none leads to the provider where it does not pay', () => {
  for (const { text } of Object.values(SETUP_WORDS)) expect(text).toMatch(/\.$/)
  expect(SETUP_WORDS.manual.connect).toBeNull()
  expect(SETUP_WORDS.refused.connect).toBeNull()
  for (const state of ['restricted', 'disconnected'] as const)
    expect(SETUP_WORDS[state].text).toContain('What you earn waits here until')
})

test('nobody is promised to be paid by hand while a change at the provider stops every payout', () => {
  const change = { kind: 'deposits', handle: null, from: Date.UTC(2026, 10, 3) } as const
  expect(setupText({ state: 'unfinished' })).toContain('Until you finish it, we pay you by hand')
  expect(setupText({ state: 'unfinished', waiting: [change] })).not.toContain('by hand')
  expect(waitingLine(change, null)).toContain('Until then no new payout begins')
  // A payment app that was given counts until the change does.
  expect(waitingLine(change, 'rosa')).not.toContain('no new payout')
})
