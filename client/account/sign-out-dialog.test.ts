import { expect, test } from 'vitest'
import { sendingWords } from './sign-out-dialog.tsx'

test('while everything is sent first: what leaves, what waits for the network, and what was told to wait', () => {
  expect(sendingWords({ online: true, heldBack: 0 })).toMatch(/^Sending\. You are signed out as soon as/)
  expect(sendingWords({ online: false, heldBack: 2 })).toMatch(/^Waiting for network\./)
  expect(sendingWords({ online: true, heldBack: 1 })).toMatch(/^One video is held back, as you chose/)
  expect(sendingWords({ online: true, heldBack: 2 })).toMatch(/^2 videos are held back, as you chose/)
})
