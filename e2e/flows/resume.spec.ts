import { expect } from 'playwright/test'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { test } from '../fixtures.ts'
import { Studio } from '../pages/studio.ts'
import { bringNewerVersion } from '../service-worker.ts'
import { forgetUpload } from '../takes.ts'

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
  await expect.poll(() => athlete.line.sent.at(-1)?.bytes ?? 0).toBeGreaterThan(take.bytes / 4)
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
  await bringNewerVersion(athlete)
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

test('a page dies before it has kept where its upload is: it is told so again, and goes on from the bytes that arrived', async ({
  server,
  openDevice,
  complaints,
}) => {
  complaints.expect(/net::ERR_|409/)
  const subject = 'Is this start any good?'
  const athlete = await openDevice()
  const take = await recordAnswer(athlete, server, subject)
  athlete.line.rate(60_000)
  const cut = athlete.line.cutAfter(take.bytes / 2)
  await new Studio(athlete.page).send()
  await cut
  // before it dies it must not come to send the rest itself
  await athlete.goOffline()
  await forgetUpload(athlete.page, take.id)
  athlete.line.rate(null)
  await athlete.page.reload()
  await athlete.goOnline()
  await expectDelivered({ server, athlete, subject, take })
})
