import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type FullConfig, type Page } from 'playwright/test'
import { type Device, openDevice, PHONE } from '../device.ts'
import { expectReadyForOffline, signIn } from '../pages/sign-in.ts'
import { openLine } from '../proxy.ts'
import { type Server, startServer } from '../server.ts'
import { askToKeep } from '../service-worker.ts'
import { type Kept, prepareGround } from './ground.ts'

/** Prepares demo data and profiles once for all servers and devices of a run. */
export default async function seed({ projects }: FullConfig): Promise<void> {
  await prepareGround(async (folder) => {
    const server = await startServer()
    const { launchOptions = {} } = projects[0]?.use ?? {}
    const make = async (kept: Kept, madeFrom: string | undefined, use: (device: Device) => Promise<void>) => {
      const line = await openLine(() => server.port)
      const launch = { browserType: chromium, launchOptions, contextOptions: PHONE, line, madeFrom }
      const { device, dispose } = await openDevice(launch)
      try {
        await use(device)
        await device.close()
        await cp(device.profile, join(folder, `profile-${kept}`), { recursive: true })
      } finally {
        await dispose()
        await line.close()
      }
    }
    try {
      await make('app', undefined, visit)
      await make('athlete', join(folder, 'profile-app'), (device) => stayAsAthlete(device, server))
      await server.halt()
      await cp(server.dataDir, join(folder, 'data'), { recursive: true })
    } finally {
      await server.stop()
    }
  })
}

/** Visits the app until the device has everything that a visitor's device keeps. */
async function visit({ page, goto }: Device): Promise<void> {
  await goto('/ask')
  await untilKept(page, 'asking')
  await page.goto('about:blank')
}

/**
 * Signs in until everything of the athlete is on the device. Clears the cookies, so that a test that opens this
 * profile signs in again.
 */
async function stayAsAthlete({ page, context }: Device, server: Server): Promise<void> {
  await signIn(page, 'athlete', server)
  await expectReadyForOffline(page)
  await page.goto('about:blank')
  await context.clearCookies()
}

async function untilKept(page: Page, part: string): Promise<void> {
  while (!(await askToKeep(page, part))) await page.waitForTimeout(100)
}
