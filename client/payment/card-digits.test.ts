import { expect, test } from 'vitest'
import { groupCardNumber, groupExpiry } from './stand-in-form.tsx'

test('a card number is grouped as on the card, whatever was pasted', () => {
  expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(groupCardNumber('4242-4242 42')).toBe('4242 4242 42')
  expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(
    groupCardNumber('4'.repeat(30)).replaceAll(' ', ''),
    'a wrong number stays the one that was typed',
  ).toHaveLength(30)
})

test('an expiry date reads month, year, and can be typed without the zero', () => {
  expect(groupExpiry('1')).toBe('1')
  expect(groupExpiry('12')).toBe('12')
  expect(groupExpiry('1234')).toBe('12 / 34')
  expect(groupExpiry('7')).toBe('07')
  expect(groupExpiry('0731')).toBe('07 / 31')
  expect(groupExpiry('12 / 3')).toBe('12 / 3')
  expect(groupExpiry('12/2034'), 'as a browser fills it in').toBe('12 / 34')
})
