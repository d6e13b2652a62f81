import { expect } from 'playwright/test'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import type { Device } from '../device.ts'
import { test } from '../fixtures.ts'
import { Studio } from '../pages/studio.ts'
import { Wizard } from '../pages/wizard.ts'
import { readTakes } from '../takes.ts'

/*
 * The third tier of faults: the browser's process is killed. `KILLS=100` kills as often as that after the words, as
 * often while recording, and one upload up to five times; a few are enough to notice when it breaks.
 */

const KILLS = Number(process.env.KILLS ?? 1)
/** A recording is written down once a second, and the words on the screen may come a little before the camera. */
const MAY_BE_LOST_MS = 2_000
/** A short take has room for so many cuts, each well before its last byte. */
const IN_ONE_UPLOAD = 5

// it answers a question that others want to answer too
test.use({ world: 'kills' })

test.describe('D1 the browser is killed', () => {
  test.setTimeout(60_000 + KILLS * 40_000)

  test('right after "Saved on this device": no take is lost, byte for byte', async ({ openDevice }) => {
    const fan = await openDevice()
    await fan.goto('/ask')
    const athletes = await profilesOn(fan)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await fan.goto(athletes[kill % athletes.length]!)
      const wizard = new Wizard(fan.page)
      await wizard.enter('Start fresh')
      await (await wizard.openCamera(`Take ${kill}`)).record(1_000)
      await fan.kill()
      await fan.relaunch()
      await fan.goto('/')
      const takes = await readTakes(fan.page)
      expect(takes.length, `after ${kill + 1} kills`).toBeGreaterThan(Math.min(kill, athletes.length - 1))
      for (const { sha256, declared, bytes } of takes) {
        expect(bytes).toBeGreaterThan(1_000)
        expect(sha256, `after ${kill + 1} kills`).toBe(declared)
      }
    }
  })

  test('in the middle of a recording: what was recorded until then offers itself', async ({
    openDevice,
    complaints,
  }) => {
    // a video that is changed at once may be let go while it still loads
    complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
    const fan = await openDevice()
    for (let kill = 0; kill < KILLS; kill += 1) {
      await fan.goto('/ask/athlete')
      const wizard = new Wizard(fan.page)
      await wizard.enter('Continue')
      await (await wizard.openCamera('Cut short')).start()
      const startedAt = performance.now()
      await fan.page.waitForTimeout(3_500 + 400 * (kill % 5))
      await fan.kill()
      const recordedMs = performance.now() - startedAt
      await fan.relaunch()
      await fan.goto('/ask/athlete')
      await wizardOf(fan).enter('Continue')
      const left = fan.page.getByRole('region', { name: 'Unsaved recording' })
      await expect(left).toBeVisible()
      await left.getByRole('button', { name: 'Keep it' }).click()
      await expect(wizardOf(fan).dialog.getByText('Saved on this device').first()).toBeVisible()
      const [take] = await readTakes(fan.page)
      expect(take!.durationMs).toBeGreaterThan(recordedMs - MAY_BE_LOST_MS)
      await wizardOf(fan).dialog.getByRole('button', { name: 'Change video' }).click()
      await expect.poll(() => readTakes(fan.page)).toEqual([])
    }
  })

  test('in the middle of an upload: it goes on from the bytes that arrived, and one answer does', async ({
    server,
    openDevice,
    complaints,
  }) => {
    complaints.expect(/net::ERR_/)
    const subject = 'Stride pattern between hurdles'
    const athlete = await openDevice()
    const take = await recordAnswer(athlete, server, subject)
    const kills = Math.min(KILLS, IN_ONE_UPLOAD)
    const share = take.bytes / (3 * kills + 1)
    athlete.line.rate(Math.max(60_000, 2 * share))
    let cut = athlete.line.cutAfter(share)
    await new Studio(athlete.page).sendTwice()
    for (let kill = 0; kill < kills; kill += 1) {
      // what the browser had handed to its system would still arrive, so the line dies with it
      await cut
      // a browser writes its cookies down twice a minute only; that a lost session loses nothing is shown elsewhere
      const cookies = await athlete.context.cookies()
      await athlete.kill()
      athlete.line.restore()
      if (kill < kills - 1) cut = athlete.line.cutAfter(share)
      await athlete.relaunch()
      await athlete.context.addCookies(cookies)
      await athlete.goto('/dashboard')
    }
    athlete.line.rate(null)
    const offsets = athlete.line.sent.map(({ offset }) => offset)
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    await expectDelivered({ server, athlete, subject, take })
  })
})

const wizardOf = ({ page }: Device) => new Wizard(page)

async function profilesOn({ page }: Device): Promise<string[]> {
  const links = page.getByRole('main').locator('a[href^="/ask/"]')
  await expect(links.nth(5)).toBeVisible()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(paths.filter((path) => /^\/ask\/[a-z0-9]+$/.test(path)))]
}
