import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectReadyForOffline, type Role, signIn, signInByForm } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { bringNewerVersion } from '../service-worker.ts'

type Manifest = { icons: Sized[]; screenshots: Sized[]; id: string; start_url: string; display: string }
type Sized = { src: string; sizes: string; type: string }

test('the app can be installed: manifest, icons and screenshots are there in the sizes they name', {
  tag: '@start-installed',
}, async ({ openDevice }) => {
  const { page, line } = await openDevice(PHONE, 'nothing').then(async (device) => {
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
  const manifest: Manifest = await (await page.request.get(line.address + href)).json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/dashboard', display: 'standalone' })
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await page.request.get(line.address + src)
    expect(response.headers()['content-type'], src).toBe(type)
    expect(pngSize(await response.body()), src).toBe(sizes)
  }
})

/** Returns width and height, which are at a fixed place in a PNG's first chunk. */
function pngSize(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('a visitor’s device keeps the public screens and what asking needs, and nothing behind a sign-in', {
  tag: '@start-visitor',
}, async ({ openDevice }) => {
  const device = await openDevice(PHONE, 'nothing')
  await device.goto('/ask')
  await expect
    .poll(() => keptFiles(device), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/ask-wizard/))
  const behind = (await keptFiles(device)).filter((url) => /\/(desk|studio|dashboard-screen)/.test(url))
  expect(behind).toEqual([])
})

function keptFiles({ page }: Device): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => url)
  })
}

test('BR-1 offline, every address opens: the dashboard, a page seen before, and one that does not exist', async ({
  openDevice,
}) => {
  const device = await openDevice(PHONE, 'nothing')
  await device.goto('/ask')
  await device.page.evaluate(() => navigator.serviceWorker.ready)
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  await device.goOffline()

  await device.goto('/ask')
  await expect(device.page.getByText('This is the roster as you last saw it')).toBeVisible()
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  for (const path of ['/dashboard', '/admin', '/signin', '/ask/noraquist', '/no/such/page']) {
    await device.goto(path)
    await expectScreen(device, path)
  }
  await expect(device.page.getByText('Offline.').first()).toBeVisible()
})

async function expectScreen({ page }: Device, path: string): Promise<void> {
  await expect(page.getByRole('link', { name: 'Infield, home' }), path).toBeVisible()
  await expect(page.locator('main h1, main h2').first(), path).toBeVisible()
  await expect(page.getByText('is not on this device', { exact: false }), path).toBeHidden()
}

const PLACES: Record<Role, string[]> = {
  athlete: [
    '/dashboard',
    '/dashboard?tab=conversations',
    '/dashboard?tab=outbox',
    '/dashboard?tab=profile',
    '/dashboard?tab=start',
    '/activity',
    '/ask/athlete',
    '/signin',
  ],
  fan: ['/dashboard', '/dashboard?tab=outbox', '/activity', '/ask/athlete'],
  admin: ['/dashboard', '/admin', '/ask'],
}

/** S2-9.12: checks that an athlete can read the statement offline after having seen it once. */
async function expectStatementOffline(device: Device): Promise<void> {
  const line = device.page.getByRole('region', { name: 'Statement' }).getByText('First ten metres')
  await device.goto('/dashboard?tab=money')
  await expect(line).toBeVisible()
  await device.goOffline()
  await device.goto('/dashboard?tab=money')
  await expect(line).toBeVisible()
  await device.goOnline()
}

for (const role of Object.keys(PLACES) as Role[]) {
  test(`S2-2.42 offline right after the first sign-in the ${role} has everything, and can sign out`, {
    tag: `@offline-${role}`,
  }, async ({ server, openDevice }) => {
    const device = await openDevice()
    await signInByForm(device.page, role, server.password)
    if (role === 'admin') await device.page.getByRole('link', { name: 'Your Dashboard' }).click()
    await expectReadyForOffline(device.page)
    if (role === 'admin') await expectHead(device)
    if (role === 'athlete') await expectStatementOffline(device)
    await device.goOffline()
    for (const path of PLACES[role]) {
      await device.goto(path)
      await expectScreen(device, path)
    }
    if (role === 'athlete') {
      await expectPoster(device)
      await writeToTeam(device)
      await recordAndStay(device)
    }
    await device.page.getByRole('button', { name: 'Sign out' }).click()
    if (role === 'athlete') {
      await device.page.getByRole('button', { name: 'Sign out and delete it' }).click()
    }
    const menu = device.page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })
}

test('the app starts on what it last showed here, which nobody sees once its account has left', {
  tag: '@start-snapshot',
}, async ({ server, openDevice }) => {
  const device = await openDevice()
  await signIn(device.page, 'athlete', server)
  await device.goto('/dashboard')
  await expectReadyForOffline(device.page)
  await expect.poll(() => keptStart(device, '/dashboard'), { timeout: 30_000 }).toContain('Sam O')
  await device.page.addInitScript(noteStarts)
  await bringNewerVersion(device)
  const reloaded = device.page.waitForEvent('load')
  await device.page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expectStartOnSnapshot(device)
  await device.goOffline()
  await device.goto('/dashboard')
  await expectStartOnSnapshot(device)
  expect(await device.page.evaluate(startedFrom)).toBe('cache')
  await expectPressOnSnapshotRepeated(device)
  await device.goto('/dashboard')
  await expectPartedFromOpener(device)
  await device.page.getByRole('button', { name: 'Sign out' }).click()
  await expect(device.page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await device.page.evaluate(() => caches.keys())).not.toContain('last-look')
  const empty = await keptStart(device, '/shell.html')
  expect(empty).toContain('<div id="root"></div>')
  for (const start of ['/dashboard', '/dashboard?tab=conversations'])
    expect(await keptStart(device, start), start).toBe(empty)
  await device.goto('/dashboard')
  await expect(device.page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await device.page.evaluate(() => (window as Starting).stood)).toEqual([])
})

type Starting = Window & { stood?: string[] }

/**
 * Runs in the page: records, frame by frame, which state shows the conversations, because a list once shown must
 * not disappear.
 */
function noteStarts(): void {
  const stood: string[] = []
  Object.assign(window, { stood })
  const look = () => {
    const line = document.querySelector('section[aria-labelledby="conversations"] li')
    const isStyled = [...document.styleSheets].some(({ href, media }) => {
      return href !== null && matchMedia(media.mediaText || 'all').matches
    })
    // The snapshot has its own styles, and must not be drawn again with those of the app.
    const ofSnapshot = isStyled ? 'the snapshot in the styles of the app' : 'the snapshot'
    const ofApp = isStyled ? 'the app' : 'the app without styles'
    const by = line ? (line.closest('[data-snapshot]') ? ofSnapshot : ofApp) : 'nothing'
    if (stood.at(-1) !== by && (line || stood.length > 0)) stood.push(by)
    requestAnimationFrame(look)
  }
  look()
}

/** Checks that the snapshot is visible from the first frame on, until the app itself shows the same. */
async function expectStartOnSnapshot({ page }: Device): Promise<void> {
  const conversation = page.locator('#root:not([data-snapshot])').getByRole('link', { name: /Sam O/ })
  await expect(conversation.first()).toBeVisible()
  const [first, ...after] = await page.evaluate(() => (window as Starting).stood ?? [])
  expect(first).toBe('the snapshot')
  expect(new Set(after)).toEqual(new Set(['the app']))
}

/** Checks that a link pressed before the app has started shows that at once, and is followed once it has. */
async function expectPressOnSnapshotRepeated({ page, goto }: Device): Promise<void> {
  await page.addInitScript(pressOnSnapshot)
  await page.evaluate(() => sessionStorage.setItem('press', 'once'))
  await goto('/dashboard')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pressed'))).not.toBeNull()
  const [href, isMarked] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('pressed') ?? '[]'))
  expect(isMarked).toBe(true)
  await expect(page).toHaveURL((url) => url.pathname + url.search === href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Runs in the page: presses a conversation as soon as the start snapshot shows it, in one load only. */
function pressOnSnapshot(): void {
  if (sessionStorage.getItem('press') === null) return
  sessionStorage.removeItem('press')
  const look = () => {
    const link = document.querySelector<HTMLElement>(
      '[data-snapshot] section[aria-labelledby="conversations"] li a',
    )
    if (!link) {
      requestAnimationFrame(look)
      return
    }
    link.click()
    const isMarked = link.hasAttribute('data-pressed')
    sessionStorage.setItem('pressed', JSON.stringify([link.getAttribute('href'), isMarked]))
  }
  look()
}

/** Checks that another site that opens the app gets no access to it; the app then starts on its empty page. */
async function expectPartedFromOpener({ page }: Device): Promise<void> {
  const other = await page.context().newPage()
  const popup = other.waitForEvent('popup')
  await other.evaluate(
    (address) => void Object.assign(window, { held: window.open(address) }),
    new URL('/dashboard', page.url()).href,
  )
  const opened = await popup
  const conversation = opened.locator('#root:not([data-snapshot])').getByRole('link', { name: /Sam O/ })
  await expect(conversation.first()).toBeVisible()
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  expect(await other.evaluate(() => (window as Window & { held?: Window }).held?.closed)).toBe(true)
  await opened.close()
  await other.close()
}

/** Returns the whole page stored for a start address. */
function keptStart({ page }: Device, address: string): Promise<string> {
  return page.evaluate(async (start) => {
    const pages = (await caches.keys()).find((name) => name.startsWith('last-look '))
    const kept = pages && (await caches.match(start, { cacheName: pages }))
    return kept ? kept.text() : ''
  }, address)
}

/** Returns the source from which the browser took the page without waiting for a worker to start. */
function startedFrom(): string | undefined {
  const [start] = performance.getEntriesByType('navigation')
  return (start as PerformanceNavigationTiming & { workerFinalSourceType?: string }).workerFinalSourceType
}

/**
 * Checks that an admin, who works on athletes' requests too, has the same header, with initials where there is no
 * picture.
 */
async function expectHead(device: Device): Promise<void> {
  await device.goto('/dashboard?tab=conversations')
  const head = device.page.getByRole('main').locator('header')
  await expect(head.getByRole('heading', { level: 1, name: 'Ada Moreau' })).toBeVisible()
  await expect(head.getByText('AM', { exact: true })).toBeVisible()
}

/**
 * Checks that the picture for a story is drawn offline, complete and in the brand's colours, with a readable code.
 */
async function expectPoster({ page, ...device }: Device): Promise<void> {
  await device.goto('/dashboard?tab=start')
  const drawn = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Picture for a story' }).click()
  const picture = await drawn
  expect(picture.suggestedFilename()).toBe('ask-me.png')
  const bytes = await readFile(await picture.path())
  expect(pngSize(bytes)).toBe('1080x1920')
  const shares = await page.evaluate(sharesOf, bytes.toString('base64'))
  const { ground, words, name, code } = shares
  expect(ground, 'of the ground').toBeGreaterThan(0.5)
  expect(words, 'of what is asked about').toBeGreaterThan(0.02)
  expect(name, 'of who answers').toBeGreaterThan(0.02)
  expect(code.dark, 'of the code').toBeGreaterThan(0.2)
  expect(code.light, 'of the code').toBeGreaterThan(0.3)
}

/** Returns the share of each part of the poster that has the expected colour. */
async function sharesOf(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  brush.drawImage(bitmap, 0, 0)
  const share = (
    colour: number[],
    { left = 0, top = 0, width = bitmap.width, height = bitmap.height } = {},
  ) => {
    const { data } = brush.getImageData(left, top, width, height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      if (colour.every((part, index) => Math.abs(data[at + index]! - part) < 8)) count += 1
    }
    return count / (width * height)
  }
  const code = { left: 250, top: 900, width: 580, height: 580 }
  return {
    ground: share([12, 22, 18]),
    words: share([246, 242, 232], { top: 240, height: 240 }),
    name: share([255, 99, 56], { top: 540, height: 120 }),
    code: { dark: share([16, 32, 26], code), light: share([255, 253, 247], code) },
  }
}

/** Goes from a conversation to the studio, records an answer and sends it, all offline. */
async function recordAndStay(device: Device): Promise<void> {
  const { page } = device
  await device.goto('/dashboard?tab=conversations')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Sam O/ }).click()
  await expect(page.getByRole('heading', { name: /Sam O/ })).toBeVisible()
  await toggleContent(page)
  await device.goto('/dashboard')
  const waiting = page.getByRole('article').filter({ hasText: 'Is this start any good' })
  const first = waiting.getByRole('link', { name: 'Answer' })
  await first
    .or(
      page
        .getByRole('region', { name: 'Waiting for you' })
        .getByRole('link', { name: /Is this start any good/ }),
    )
    .click()
  const studio = new Studio(page)
  await studio.record(1_000)
  await studio.send()
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
}

/** S2-2.65: checks that the toggle hides and shows the text of a message. */
async function toggleContent(page: Page): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: 'Stride pattern between hurdles' })
  const words = card.getByText('I run fifteen strides', { exact: false })
  await expect(words).toBeVisible()
  await card.getByRole('button', { name: 'Hide content' }).click()
  await expect(words).toBeHidden()
  await card.getByRole('button', { name: 'View content' }).click()
  await expect(words).toBeVisible()
}

/** S2-2.49 S2-2.50: checks that a message to the team waits on the device. */
async function writeToTeam(device: Device): Promise<void> {
  const { page } = device
  await device.goto('/dashboard?tab=outbox')
  await page.getByRole('button', { name: 'Need something?' }).click()
  await page.getByLabel('What can we do for you?').fill('My link does not open.')
  await page.getByRole('dialog', { name: 'Contact our team' }).getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText('Your message is saved on this device, and sent to our team when you are back online'),
  ).toBeVisible()
  const waiting = page.getByRole('article', { name: 'Your message' })
  await expect(waiting.getByText('Waiting for network')).toBeVisible()
}
