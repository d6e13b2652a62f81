import { expect, test } from 'vitest'
import { notTaken } from './use-form.ts'

test('S1-5.4 S2-8.11 a form that could not be kept says so in the words of its own page', () => {
  expect(notTaken('waitlist.send')).toBe('An error occurred. Please try again.')
  expect(notTaken('contact.send')).toBe('An error occurred during submission. Please try again.')
})
