import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'

// its question with a video must still wait, whoever answered it elsewhere
test.use({ world: 'saving' })

test('whoever saves data records small, and no video is fetched before it is asked for', async ({
  server,
  openDevice,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED/)
  const { page, context, ...device } = await openDevice()
  const asked: string[] = []
  await context.addInitScript(noteBits)
  await context.route('**/media/*', (route) => {
    asked.push(route.request().url())
    return route.abort('failed')
  })
  await signIn(page, 'athlete', server)
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await page.goto(`${device.line.origin}/dashboard?tab=outbox`)
  const switched = page.getByLabel('Save data')
  await switched.click()
  await expect(switched).toBeChecked()
  await page.reload()
  await expect(switched).toBeChecked()
  const before = asked.length
  await page.waitForTimeout(5_000)
  expect(asked.length, 'videos asked for').toBe(before)

  await page.goto(`${device.line.origin}/dashboard?tab=conversations`)
  await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await new Recorder(page).start()
  expect(await page.evaluate(() => (window as Noting).bits)).toEqual([900_000])
})

type Noting = Window & { bits?: (number | undefined)[] }

/** Notes how many bits a second every recorder is asked for. */
function noteBits(): void {
  const own: (number | undefined)[] = []
  ;(window as Noting).bits = own
  const Recording = window.MediaRecorder
  window.MediaRecorder = class extends Recording {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options)
      own.push(options?.videoBitsPerSecond)
    }
  }
}
