import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { DevicePanel } from './device-panel.tsx'

test.each([
  ['a fan', false, /^Recordings .+, answers saved for offline /],
  ['an athlete', true, /^Recordings .+, questions for offline /],
])('the meter names what %s keeps here', async (_, canAnswer, line) => {
  show(<DevicePanel canAnswer={canAnswer} pushLabel="Answers" />)
  await expect.element(page.getByText(line)).toBeVisible()
})
