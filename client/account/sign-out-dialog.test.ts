import { expect, test } from 'vitest'
import { PROFILE_EDIT } from '../store/account/unsent.ts'
import { sendingWords, typedWords } from './sign-out-dialog.tsx'

test('while everything is sent first: what leaves, what waits for the network, and what was told to wait', () => {
  expect(sendingWords({ online: true, heldBack: 0 })).toMatch(/^Sending\. You are signed out as soon as/)
  expect(sendingWords({ online: false, heldBack: 2 })).toMatch(/^Waiting for network\./)
  expect(sendingWords({ online: true, heldBack: 1 })).toMatch(/^One video is held back, as you chose/)
  expect(sendingWords({ online: true, heldBack: 2 })).toMatch(/^2 videos are held back, as you chose/)
})

test('BR-2 what was typed and not sent is named, each kind once; the profile has a line of its own', () => {
  expect(typedWords([])).toBeNull()
  expect(typedWords([PROFILE_EDIT, 'notes a'])).toBeNull()
  expect(typedWords(['transcript a'])).toMatch(/^You have not sent what you typed: captions\. /)
  expect(typedWords(['desk-note a', 'desk-reason hold all'])).toMatch(/: a note to the team and a reason\. /)
  const keys = ['report a', 'report b', 'feedback', PROFILE_EDIT, 'transcript c']
  expect(typedWords(keys)).toMatch(/: a report, a message to our team and captions\. /)
})
