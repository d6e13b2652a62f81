import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { openBooks } from '../books.ts'
import type { Device } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import type { Server } from '../server.ts'
import { readTakes, type TakeOnDevice } from '../takes.ts'

const WORKER = join(import.meta.dirname, '../../dist/client/service-worker.js')

test('the server is killed in the middle of an upload: it goes on from the bytes on disk, and one answer arrives', async ({
  server,
  openDevice,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const subject = 'Stride pattern between hurdles'
  const athlete = await openDevice()
  const take = await recordAnswer(athlete, server, subject)
  athlete.line.rate(60_000)
  await new Studio(athlete.page).sendTwice()
  await expect.poll(() => athlete.line.sent.length).toBeGreaterThan(0)
  await athlete.page.waitForTimeout(2_500)
  await server.kill()
  await server.restart()
  athlete.line.rate(null)
  await expectDelivered({ server, athlete, subject, take })
})

test('a newer version is taken in the middle of an upload: it goes on after the reload', async ({
  server,
  openDevice,
}) => {
  const subject = 'Coming back from a stress fracture'
  const athlete = await openDevice()
  const take = await recordAnswer(athlete, server, subject)
  const body = `${await readFile(WORKER, 'utf8')}\n// the next build`
  athlete.line.answer('/service-worker.js', { type: 'text/javascript', body })
  await athlete.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  athlete.line.rate(100_000)
  const cut = athlete.line.cutAfter(take.bytes / 2)
  await new Studio(athlete.page).send()
  await athlete.page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await cut
  const reloaded = athlete.page.waitForEvent('load')
  await athlete.page.getByRole('region', { name: 'Notice' }).getByRole('button', { name: 'Reload' }).click()
  await reloaded
  athlete.line.rate(null)
  athlete.line.restore()
  await expectDelivered({ server, athlete, subject, take })
})

/** Signs the athlete in and records an answer to one of the demo's questions, not yet sent. */
async function recordAnswer(athlete: Device, server: Server, subject: string): Promise<TakeOnDevice> {
  await signIn(athlete.page, 'athlete', server.password)
  await athlete.page.evaluate(() => navigator.serviceWorker.ready)
  const waiting = athlete.page.getByRole('article').filter({ hasText: subject })
  const first = waiting.getByRole('link', { name: 'Answer' })
  const other = athlete.page.getByRole('link', { name: subject })
  await first.or(other).click()
  await new Studio(athlete.page).record(6_000)
  const take = (await readTakes(athlete.page)).find(({ purpose }) => purpose === 'answer')
  if (!take) throw new Error('there is no take on the device')
  return take
}

type Sent = { server: Server; athlete: Device; subject: string; take: TakeOnDevice }

/** The bytes arrived from where they had stopped, as they were recorded, once; the device says so and lets them go. */
async function expectDelivered({ server, athlete, subject, take }: Sent): Promise<void> {
  const books = openBooks(server)
  const [question] = await books.questions(subject)
  const status = async () => {
    await server.quiesce()
    return (await books.questions(subject))[0]?.status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  expect(athlete.line.sent.at(-1)?.offset).toBeGreaterThan(0)
  expect(await books.answers(question!.id)).toHaveLength(1)
  expect((await books.video(take.id)).originalSha256).toBe(take.sha256)
  await expect.poll(() => readTakes(athlete.page), { timeout: 20_000 }).toEqual([])
  await books.close()
}
