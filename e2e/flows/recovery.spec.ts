import { expect } from 'playwright/test'
import { openBooks } from '../books.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { readTakes } from '../takes.ts'

// it answers a question that others want to answer too
test.use({ world: 'tips' })

const SUBJECT = 'Is this start any good?'
/** A recording is written down once a second, and the words on the screen may come a little before the camera. */
const MAY_BE_LOST_MS = 2_000

test('D1 an athlete’s browser is killed in the middle of an answer: it offers itself, is kept, sent and delivered', async ({
  server,
  openDevice,
  complaints,
}) => {
  // a killed browser's last requests come to nothing, and a video that is sent at once may be let go while it still loads
  complaints.expect(/net::ERR_|ERR_FILE_NOT_FOUND \(blob:/)
  const athlete = await openDevice(PHONE)
  await signIn(athlete.page, 'athlete', server.password)
  await athlete.goto('/dashboard?tab=conversations')
  const waiting = athlete.page.getByRole('article').filter({ hasText: SUBJECT })
  const others = athlete.page.getByRole('region', { name: 'Waiting for you' })
  await waiting
    .getByRole('link', { name: 'Answer' })
    .or(others.getByRole('link', { name: SUBJECT }))
    .click()
  await athlete.page.getByRole('button', { name: 'Record your answer' }).click()
  await new Recorder(athlete.page).start()
  const studio = new URL(athlete.page.url()).pathname
  const startedAt = performance.now()
  await athlete.page.waitForTimeout(4_000)
  // a browser writes its cookies down twice a minute only; that a lost session loses nothing is shown elsewhere
  const cookies = await athlete.context.cookies()
  await athlete.kill()
  const recordedMs = performance.now() - startedAt
  await athlete.relaunch()
  await athlete.context.addCookies(cookies)

  await athlete.goto('/dashboard?tab=outbox')
  const line = athlete.page.getByRole('article').filter({ hasText: SUBJECT })
  await expect(line.getByText('A recording was interrupted.', { exact: false })).toBeVisible()
  await expect(line.getByRole('button', { name: 'Keep it' })).toBeVisible()

  await athlete.goto(studio)
  const left = athlete.page.getByRole('region', { name: 'Unsaved recording' })
  await left.getByRole('button', { name: 'Keep it' }).click()
  await expect(athlete.page.getByText('Saved on this device', { exact: true })).toBeVisible()
  const [take] = await readTakes(athlete.page)
  expect(take).toMatchObject({ state: 'kept', sha256: take?.declared })
  expect(take!.durationMs).toBeGreaterThan(recordedMs - MAY_BE_LOST_MS)
  await new Studio(athlete.page).sendTwice()

  const books = openBooks(server)
  const status = async () => {
    await server.quiesce()
    return (await books.questions(SUBJECT))[0]?.status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  expect((await books.video(take!.id)).originalSha256).toBe(take!.sha256)
  await expect.poll(() => readTakes(athlete.page), { timeout: 20_000 }).toEqual([])
  await books.close()
})
