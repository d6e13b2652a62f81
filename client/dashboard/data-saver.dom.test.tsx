import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deviceName } from '../db/device.ts'
import { firstBytes } from '../testing/first-bytes.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../testing/people.ts'
import { answer, replicate, tellChanged } from '../testing/server.ts'

/** Records how many bits a second every later recorder is asked for. */
function noteBits(): (number | undefined)[] {
  const bits: (number | undefined)[] = []
  const Recording = window.MediaRecorder
  window.MediaRecorder = class extends Recording {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options)
      bits.push(options?.videoBitsPerSecond)
    }
  }
  return bits
}

/** Waits until everything that the screen wants ahead has been asked for, by taking the prefetch lock many times. */
async function fetchedAhead(account: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await navigator.locks.request(`prefetch-${deviceName(account)}`, () => {})
    await new Promise((resolve) => setTimeout(resolve))
  }
}

test('whoever saves data records small, and no video is fetched before it is asked for', async () => {
  const session = sessionOf('creator')
  const question = approvedQuestion(session.person?.id ?? '')
  answer('session', session)
  replicate({ questions: [question] })
  const asked = answer('mediaTicket', new Response(null, { status: 503 }))
  await openScreen('/dashboard')
  await expect.poll(() => asked.length).toBeGreaterThan(0)

  const saving = page.getByLabelText('Save data')
  await openScreen('/dashboard?tab=outbox')
  await saving.click()
  await expect.element(saving).toBeChecked()
  await openScreen('/dashboard?tab=outbox')
  await expect.element(saving).toBeChecked()
  const tickets = asked.length
  const another = { ...approvedQuestion(question.athleteId), subject: 'And this one?' }
  replicate({ questions: [question, another] })
  tellChanged('questions')
  await openScreen('/dashboard')
  await expect.element(page.getByText('And this one?')).toBeVisible()
  await fetchedAhead(question.athleteId)
  expect(asked.length - tickets, 'videos asked for').toBe(0)

  const bits = noteBits()
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  const begun = firstBytes()
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect.element(page.getByText('Recording', { exact: true })).toBeVisible()
  await expect.poll(() => bits).toEqual([900_000])
  await begun
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect.element(page.getByText('Saved on this device', { exact: true })).toBeVisible()
})
