import { expect, test } from 'vitest'
import { againWords } from './message-state.ts'

const NO_LONGER = 'It cannot be sent again: what it says is no longer true.'

test.each([
  ['waits', { isStillTrue: true, maySendAgain: true, sentAt: null }, null, 'Send it now'],
  ['was sent', { isStillTrue: true, maySendAgain: true, sentAt: 1 }, null, 'Send again'],
  ['is of a former build', { maySendAgain: true, sentAt: 1 }, null, 'Send again'],
  [
    'waits and is no longer true',
    { isStillTrue: false, maySendAgain: true, sentAt: null },
    expect.stringMatching(/^What it says is no longer true, so it goes to nobody\./),
    'Settle it now',
  ],
  ['was sent and is no longer true', { isStillTrue: false, maySendAgain: false, sentAt: 1 }, NO_LONGER, null],
] as const)('a message that %s says what sending it does', (_, { sentAt, ...answer }, note, button) => {
  expect(againWords({ ...answer, message: { way: 'mail', sentAt } })).toMatchObject({ note, button })
})
