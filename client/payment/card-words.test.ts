import { expect, test } from 'vitest'
import { cardWords, confirmedStatus } from './card-seam.tsx'

test('S2-8.16 S2-8.17 S2-8.18 S2-8.19 a card that is not held, in the words of the request page', () => {
  const { notLoaded, unread, refused } = cardWords('request')
  expect(notLoaded).toBe('Stripe.js has not loaded yet. Please try again.')
  expect(unread('Your card number is incomplete.')).toBe(
    'Failed to submit payment form: Your card number is incomplete.',
  )
  expect(refused('Your card was declined.')).toBe('Payment failed: Your card was declined.')
  expect(refused()).toBe('Payment was not successful. Please try again.')
})

test('S2-8.35 a tip: the provider’s own words, or that nobody knows', () => {
  const { refused, unread } = cardWords('tip')
  expect(refused('Your card was declined.')).toBe('Your card was declined.')
  for (const say of [refused, unread])
    expect(say()).toBe('An unknown error occurred during payment verification.')
  expect([confirmedStatus('tip'), confirmedStatus('request')]).toEqual(['succeeded', 'requires_capture'])
})

test('S1-8.10 and in those of the wizard', () => {
  const { refused } = cardWords(undefined)
  expect(refused()).toBe('Please check your payment details and try again.')
  expect(refused('Your card was declined.')).toBe(`${refused()} Your card was declined.`)
})
