import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Studio } from '../pages/studio.ts'
import type { Line } from '../proxy.ts'
import type { Server } from '../server.ts'
import { bringNewerVersion } from '../service-worker.ts'
import { forgetUpload } from '../takes.ts'

/** Returns how many bytes of the current upload are on the server's disk. */
async function uploadedBytes({ dataDir }: Server, { sent }: Line): Promise<number> {
  const [, id] = /([^/]+)$/.exec(sent.at(-1)?.path ?? '') ?? []
  if (!id) return 0
  return stat(join(dataDir, 'uploads', id)).then(
    ({ size }) => size,
    () => 0,
  )
}

test('the server is killed in the middle of an upload: it goes on from the bytes on disk, and one answer arrives', {
  tag: '@upload-server-killed',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/net::ERR_/)
  const subject = 'Stride pattern between hurdles'
  const athlete = await openDevice(PHONE, 'athlete')
  const take = await recordAnswer(athlete, server, subject)
  athlete.line.rate(60_000)
  const held = athlete.line.holdAfter(take.bytes / 2)
  await new Studio(athlete.page).sendTwice()
  await held
  await expect.poll(() => uploadedBytes(server, athlete.line)).toBeGreaterThan(take.bytes / 3)
  await server.kill()
  await server.restart()
  athlete.line.rate(null)
  await expectDelivered({ server, athlete, subject, take })
})

test('a newer version is taken in the middle of an upload: it goes on after the reload', {
  tag: '@upload-newer-version',
}, async ({ server, openDevice }) => {
  const subject = 'Coming back from a stress fracture'
  const athlete = await openDevice(PHONE, 'athlete')
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

test('a page dies before it has kept where its upload is: it is told so again, and goes on from the bytes that arrived', {
  tag: '@upload-page-dies',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/net::ERR_|409/)
  const subject = 'Is this start any good?'
  const athlete = await openDevice(PHONE, 'athlete')
  const take = await recordAnswer(athlete, server, subject)
  athlete.line.rate(60_000)
  const cut = athlete.line.cutAfter(take.bytes / 2)
  await new Studio(athlete.page).send()
  await cut
  // Offline, so that the page cannot send the rest before it dies.
  await athlete.goOffline()
  await forgetUpload(athlete.page, take.id)
  athlete.line.rate(null)
  await athlete.page.reload()
  await athlete.goOnline()
  await expectDelivered({ server, athlete, subject, take })
})
