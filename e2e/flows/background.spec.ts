import { expect } from 'playwright/test'
import { openBooks } from '../books.ts'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Studio } from '../pages/studio.ts'
import { stopWorkerInCharge } from '../service-worker.ts'

// A world in which no other file answers this question.
test.use({ world: 'tips' })

test('two tabs send one answer once; the last of them is closed over it, and a service worker that is started for it goes on where they stopped', {
  tag: '@upload-two-tabs',
}, async ({ server, openDevice }) => {
  const subject = 'Coming back from a stress fracture'
  const athlete = await openDevice(PHONE, 'athlete')
  const take = await recordAnswer(athlete, server, subject)
  const [first, second] = [athlete.page, await athlete.context.newPage()]
  await second.goto(`${athlete.line.origin}/dashboard`)
  await expect(second.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  athlete.line.rate(60_000)
  const cut = athlete.line.cutAfter(take.bytes / 2)
  await first.bringToFront()
  await new Studio(first).send()
  await cut
  const blank = await athlete.context.newPage()
  await stopWorkerInCharge(first)
  await second.close()
  await first.close()
  athlete.line.rate(null)
  athlete.line.restore()

  const books = openBooks(server)
  const status = async () => (await books.questions(subject))[0]?.status
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  expect(blank.url(), 'no page of the app was open').toBe('about:blank')
  await books.close()
  await athlete.goto('/dashboard')
  await expectDelivered({ server, athlete, subject, take })
  expect(new Set(athlete.line.sent.map(({ path }) => path)).size, 'uploads').toBe(1)
  expect(athlete.line.sent.filter(({ offset }) => offset === 0)).toHaveLength(1)
})
