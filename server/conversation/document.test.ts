import { expect, test } from 'vitest'
import { conversationDocument } from './document.ts'

const side = (id: string, lastName: string) => ({
  id,
  role: 'basic',
  first_name: 'Kim',
  last_name: lastName,
  username: null,
  sport: null,
  city: null,
  country_code: 'NO',
  shown_age: 27,
  picture_url: null,
  gone: false,
})

test.each([
  ['Lee', 'L'],
  ['🏀', '🏀'],
  ['𝔎im', '𝔎'],
  ['क्षेत्री', 'क्षे'],
  ['', ''],
])('of the last name %s an athlete is told the first character alone: %s', (lastName, told) => {
  const at = new Date(0)
  const ids = { id: 'c', fanId: 'fan', athleteId: 'athlete', createdAt: at, updatedAt: at }
  const raw = { ...ids, fan: side('fan', lastName), athlete: side('athlete', 'Quist') }
  expect(conversationDocument(raw, 'athlete').partner.lastName).toBe(told)
})
