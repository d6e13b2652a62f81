import { expect } from 'playwright/test'
import { openBooks } from './books.ts'
import type { Device } from './device.ts'
import { signIn } from './pages/sign-in.ts'
import { Studio } from './pages/studio.ts'
import type { Server } from './server.ts'
import { readTakes, type TakeOnDevice } from './takes.ts'

/** Signs the athlete in and records an answer to one of the demo's questions, without sending it. */
export async function recordAnswer(athlete: Device, server: Server, subject: string): Promise<TakeOnDevice> {
  await signIn(athlete.page, 'athlete', server)
  await athlete.page.evaluate(() => navigator.serviceWorker.ready)
  const waiting = athlete.page.getByRole('article').filter({ hasText: subject })
  const first = waiting.getByRole('link', { name: 'Answer' })
  const other = athlete.page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: subject })
  await first.or(other).click()
  await new Studio(athlete.page).record(3_000)
  const take = (await readTakes(athlete.page)).find(({ purpose }) => purpose === 'answer')
  if (!take) throw new Error('there is no take on the device')
  return take
}

type Sent = { server: Server; athlete: Device; subject: string; take: TakeOnDevice }

/**
 * Checks that the upload resumed where it had stopped, that the recorded bytes arrived once and unchanged, and that
 * the device then deleted its copy.
 */
export async function expectDelivered({ server, athlete, subject, take }: Sent): Promise<void> {
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
