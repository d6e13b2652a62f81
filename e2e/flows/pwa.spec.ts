import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'

const DIST = join(import.meta.dirname, '../../dist/client')

type Manifest = { icons: Sized[]; screenshots: Sized[]; id: string; start_url: string; display: string }
type Sized = { src: string; sizes: string; type: string }

test('S2-1.3 the app can be installed: manifest, icons and screenshots are there in the sizes they name', async ({
  openDevice,
}) => {
  const { page, line } = await openDevice().then(async (device) => {
    await device.goto('/')
    await device.page.evaluate(() => navigator.serviceWorker.ready)
    return device
  })
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])

  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest: Manifest = await (await page.request.get(line.origin + href)).json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/dashboard', display: 'standalone' })
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await page.request.get(line.origin + src)
    expect(response.headers()['content-type'], src).toBe(type)
    expect(pngSize(await response.body()), src).toBe(sizes)
  }
})

/** Width and height stand at a fixed place in a PNG's first chunk. */
function pngSize(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the service worker keeps the shell and public chunks, and nothing behind a sign-in', async () => {
  const worker = await readFile(join(DIST, 'service-worker.js'), 'utf8')
  const kept = [...worker.matchAll(/["'](shell\.html|assets\/[^"']+)["']/g)].map(([, url]) => url!)
  expect(kept).toContain('shell.html')
  expect(kept.length).toBeGreaterThan(5)
  const behind = kept.filter((url) => /desk|studio|uploads|mediabunny|stripe-form|documents/.test(url))
  expect(behind).toEqual([])
})
