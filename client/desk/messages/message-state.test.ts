import { expect, test } from 'vitest'
import { againWords } from './message-state.ts'

const NO_LONGER = 'It cannot be sent again: what it says is no longer true.'

test.each([
  ['waits', { isStillTrue: true, maySendAgain: true, state: 'waiting' }, null, 'Send it now'],
  ['was sent', { isStillTrue: true, maySendAgain: true, state: 'sent' }, null, 'Send again'],
  ['went to nobody', { isStillTrue: true, maySendAgain: true, state: 'not-sent' }, null, 'Send it now'],
  ['is of a former build', { maySendAgain: true, state: 'sent' }, null, 'Send again'],
  [
    'waits and is no longer true',
    { isStillTrue: false, maySendAgain: true, state: 'stuck' },
    expect.stringMatching(/^What it says is no longer true, so it goes to nobody\./),
    'Settle it now',
  ],
  [
    'was sent and is no longer true',
    { isStillTrue: false, maySendAgain: false, state: 'sent' },
    NO_LONGER,
    null,
  ],
] as const)('a message that %s says what sending it does', (_, { state, ...answer }, note, button) => {
  expect(againWords({ ...answer, message: { way: 'mail', state, notSentBecause: null } })).toMatchObject({
    note,
    button,
  })
})
