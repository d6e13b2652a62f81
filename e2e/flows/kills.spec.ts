import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'playwright/test'
import { everything, seed, seededRandom } from '../../.ci/sample.ts'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { bytesBy, watchDelivered } from '../outside/delivered.ts'
import { watchLateness } from '../outside/late.ts'
import { Studio } from '../pages/studio.ts'
import { lengthOf } from '../pages/video.ts'
import { Wizard } from '../pages/wizard.ts'
import type { Server } from '../server.ts'
import { readTakes, type TakeOnDevice, takeBack } from '../takes.ts'

/*
 * The third tier of faults: the browser's process is killed. `KILLS=100` sets how many kills each kind gets: after
 * the words "Saved on this device", between the end of a recording and those words, while recording or by leaving
 * the page, and while sending; one upload gets up to five. A few are enough to notice a regression.
 */

const KILLS = Number(process.env.KILLS ?? (everything ? 3 : 1))
/** Draws the moments of kills and cuts; the printed `SEED=` repeats them. */
const random = seededRandom('kills')
/** The longest interval at which a recording is stored; what came after the last one may be lost. */
const MAY_BE_LOST_MS = 1_000
/** How soon a chunk is written, on a machine that is not behind with its timers. */
const WRITTEN_WITHIN_MS = 300
/** The times from the end of a recording until it is safe, and from the tap until it is sent. */
const SAVING_MS = 300
const SENDING_MS = 60
/** A short take has room for only this many cuts, each well before its last byte. */
const IN_ONE_UPLOAD = 5
const READ_WITHIN_MS = 5_000
/** More than the whole upload takes at the rate to which the line is limited. */
const WHOLE_WITHIN_MS = 30_000

// A separate world, because this file answers a question that other files answer too.
test.use({ world: 'kills' })

test.describe('D1 the browser is killed', () => {
  test.setTimeout(600_000 + KILLS * 60_000)

  for (const [when, tag] of [
    ['right after "Saved on this device"', '@kill-saved'],
    ['a moment before it', '@kill-saving'],
  ] as const)
    test(`${when}: the take offers itself, byte for byte`, { tag }, async ({ openDevice, complaints }) => {
      complaints.expect(LET_GO)
      const fan = await openDevice()
      for (let kill = 0; kill < KILLS; kill += 1) {
        await fan.goto('/ask/athlete')
        const recorder = await openCamera(fan)
        const [late, pieces] = [await watchLateness(fan.page), await watchDelivered(fan.page)]
        await recorder.start()
        await fan.page.waitForTimeout(1_500)
        await fan.page.getByRole('button', { name: 'Stop recording' }).click()
        const words = fan.page.getByText('Saved on this device', { exact: true })
        if (when === 'a moment before it') await fan.page.waitForTimeout(random() * SAVING_MS)
        else await expect(words).toBeVisible()
        const isSaid = await words.isVisible()
        const endedAt = await fan.kill()
        const mustBeThere = isSaid ? endedAt : endedAt - WRITTEN_WITHIN_MS - 2 * late.ms
        expect(
          await keepLeft(fan, isSaid ? 'Unused' : null),
          `after ${kill + 1} kills, SEED=${seed}`,
        ).toBeGreaterThanOrEqual(bytesBy(pieces, mustBeThere))
        expectSlices(pieces)
        tell(kill)
      }
    })

  test('while a fan records, or the page is left: what was recorded until then offers itself', {
    tag: '@kill-recording',
  }, async ({ openDevice, complaints }) => {
    complaints.expect(LET_GO)
    const fan = await openDevice()
    for (let kill = 0; kill < 2 * KILLS; kill += 1) {
      await fan.goto('/ask/athlete')
      const recorder = await openCamera(fan)
      const [late, pieces] = [await watchLateness(fan.page), await watchDelivered(fan.page)]
      await recorder.start()
      await fan.page.waitForTimeout(1_500 + random() * 3_000)
      const leave = async () => {
        const at = Date.now()
        await fan.goto('/')
        return at
      }
      const endedAt = kill % 2 === 0 ? await fan.kill() : await leave()
      const kept = await keepLeft(fan, 'Unsaved')
      const mustBeThere = endedAt - WRITTEN_WITHIN_MS - 2 * late.ms
      expect(kept, `SEED=${seed}`).toBeGreaterThanOrEqual(bytesBy(pieces, mustBeThere))
      expectSlices(pieces)
      tell(kill)
    }
  })

  test('while an answer is sent, and in the middle of its upload: it goes on from the bytes that arrived, once', {
    tag: '@kill-sending',
  }, async ({ server, openDevice, complaints }) => {
    complaints.expect(/net::ERR_/)
    const subject = 'Stride pattern between hurdles'
    const athlete = await openDevice(PHONE, 'athlete')
    const take = await recordAnswer(athlete, server, subject)
    await killSending(athlete, take)
    const kills = Math.min(KILLS, IN_ONE_UPLOAD)
    const share = take.bytes / (3 * kills + 1)
    const cutSoon = () => athlete.line.cutAfter(share * (0.5 + random()))
    athlete.line.rate(Math.max(60_000, 2 * share))
    let cut = cutSoon()
    let stored = await storedBytes(server)
    // While a busy server still holds the lock of the former request, it reads nothing of the next one; and it may
    // be so late with a cut that nothing is left to kill.
    const stoodInTheMiddle = async () => {
      while (!(await hasGrown(server, stored))) {
        athlete.line.restore()
        if (await hasSent(athlete)) return false
        await Promise.race([cutSoon(), sleep(WHOLE_WITHIN_MS)])
      }
      return true
    }
    await athlete.goOnline()
    for (let kill = 0; kill < kills; kill += 1) {
      // Cut the network before the kill; otherwise bytes already handed to the operating system would still arrive.
      await cut
      if (!(await stoodInTheMiddle())) break
      stored = await storedBytes(server)
      await restart(athlete)
      athlete.line.restore()
      if (kill < kills - 1) cut = cutSoon()
      await athlete.goto('/dashboard')
    }
    athlete.line.rate(null)
    const offsets = athlete.line.sent.map(({ offset }) => offset)
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    await expectDelivered({ server, athlete, subject, take })
  })
})

/** Returns whether no recording of this device is left to be sent. */
async function hasSent({ page }: Device): Promise<boolean> {
  return (await readTakes(page)).every(({ state }) => state === 'sent')
}

/** Returns whether the server stores more than this many bytes of uploads, however late it reads them. */
async function hasGrown(server: Server, bytes: number): Promise<boolean> {
  for (const until = Date.now() + READ_WITHIN_MS; Date.now() < until; await sleep(100))
    if ((await storedBytes(server)) > bytes) return true
  return false
}

/** Returns how many bytes of all uploads the server has stored so far. */
async function storedBytes({ dataDir }: Server): Promise<number> {
  const folder = join(dataDir, 'uploads')
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Prints progress every ten kills. */
function tell(kill: number): void {
  if ((kill + 1) % 10 === 0) process.stdout.write(`${kill + 1} kills, none lost\n`)
}

/** A video that is replaced at once may be unloaded while it is still loading. */
const LET_GO = /ERR_FILE_NOT_FOUND \(blob:/

async function openCamera({ page }: Device) {
  const wizard = new Wizard(page)
  await wizard.enter('Continue')
  return wizard.openCamera('Cut short')
}

/**
 * Checks that the recorder was asked often enough for chunks, which limits what a kill may cost. The delay of the
 * browser's encoder does not count, because a busy machine delivers late.
 */
function expectSlices(pieces: Awaited<ReturnType<typeof watchDelivered>>): void {
  expect(pieces.length, 'pieces came').toBeGreaterThan(0)
  for (const { sliceMs } of pieces) expect(sliceMs).toBeLessThanOrEqual(MAY_BE_LOST_MS)
}

/** Comes back, keeps the recording that is offered, checks that it plays, and removes it again. Returns its bytes. */
async function keepLeft(fan: Device, what: 'Unsaved' | 'Unused' | null): Promise<number> {
  if (fan.page?.isClosed() ?? true) await fan.relaunch()
  await fan.goto('/ask/athlete')
  const wizard = new Wizard(fan.page)
  await wizard.enter('Continue')
  const left = fan.page.getByRole('region', {
    name: what ? `${what} recording` : /^(Unsaved|Unused) recording$/,
  })
  await left.getByRole('button', { name: 'Keep it' }).click()
  await expect(wizard.dialog.getByText('Saved on this device').first()).toBeVisible()
  const [take, ...others] = await readTakes(fan.page)
  expect(others).toEqual([])
  expect(take).toMatchObject({ state: 'kept', sha256: take?.declared })
  expect(await lengthOf(wizard.dialog.getByLabel('Your video'))).toBeGreaterThan(0)
  await wizard.dialog.getByRole('button', { name: 'Change video' }).click()
  await expect.poll(() => readTakes(fan.page)).toEqual([])
  return take?.bytes ?? 0
}

/**
 * Kills the browser while an answer is sent offline. The take is either queued whole or still to be sent; once the
 * screen said so, it is queued.
 */
async function killSending(athlete: Device, take: TakeOnDevice): Promise<void> {
  const studio = new URL(athlete.page.url()).pathname
  await athlete.goOffline()
  for (let kill = 0; kill < KILLS; kill += 1) {
    await athlete.page.getByRole('button', { name: 'Send answer' }).click()
    await athlete.page.waitForTimeout(random() * SENDING_MS)
    const isSaid = await new Studio(athlete.page).saved.isVisible()
    await restart(athlete)
    await athlete.goto(studio)
    const saved = new Studio(athlete.page).saved
    await expect(saved.or(athlete.page.getByRole('button', { name: 'Send answer' }))).toBeVisible()
    const isSent = await saved.isVisible()
    expect(isSent || !isSaid, `after ${kill + 1} kills, SEED=${seed}`).toBe(true)
    expect(await readTakes(athlete.page)).toEqual([{ ...take, state: isSent ? 'queued' : 'kept' }])
    if (kill === KILLS - 1) continue
    await takeBack(athlete.page, take.id)
    await athlete.goto(studio)
  }
  if (!(await new Studio(athlete.page).saved.isVisible())) await new Studio(athlete.page).send()
}

async function restart(device: Device): Promise<void> {
  // Restore the cookies, because a browser writes them only twice a minute; another test covers a lost session.
  const cookies = await device.context.cookies()
  await device.kill()
  await device.relaunch()
  await device.context.addCookies(cookies)
}
