import { expect, test } from 'vitest'
import { preparedAsk } from './ask.ts'

const id = '0b0a1c52-6a0c-4f0e-9d3a-0d8c6a2f1a11'
const ask = {
  questionId: id,
  athleteId: id,
  subject: 'My catch',
  kind: 'text',
  text: 'How do I stop skying?',
  video: null,
  asker: {
    firstName: 'Kim',
    lastName: 'Lee',
    birthDate: '1999-05-05',
    countryCode: 'US',
    city: 'Boston',
    email: 'kim@fan.test',
  },
  amountCents: 1_500,
}

const isAsk = (value: object) => preparedAsk.safeParse(value).success

test('S2-3.10 a request names its athlete, asker, subject, kind, words, video and amount, none of them left out', () => {
  expect(isAsk(ask)).toBe(true)
  for (const field of Object.keys(ask)) expect(isAsk({ ...ask, [field]: undefined }), field).toBe(false)
  for (const field of Object.keys(ask.asker))
    expect(isAsk({ ...ask, asker: { ...ask.asker, [field]: undefined } }), field).toBe(false)
})

test('S2-3.10 D107 its status and its payment are not the asker’s to say: it begins as new', () => {
  for (const more of [{ status: 'approved' }, { paid: 15 }, { paymentIntentId: id }])
    expect(isAsk({ ...ask, ...more }), Object.keys(more)[0]).toBe(false)
})
