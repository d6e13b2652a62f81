import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHROMIUM_ARGS, findBrowser } from '../../.ci/browser.ts'
import { sampledNames } from '../../.ci/sample.ts'
import { readRange } from '../../server/media/play.ts'
import { type Played, playerHtml, playerPolicy } from '../../server/media/player/page.ts'
import { remux } from './corpus/remux.ts'

const ORIGIN = 'http://localhost:4179'
const FILE = '/media/film?t=a-ticket'
const PLAYED: Played = {
  file: FILE,
  captions: 'WEBVTT\n\n00:00.000 --> 00:30.000\nKeep your thumb down.\n',
  poster: '/api/video-picture/film?t=a-ticket',
  small: 'none',
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Records the page's calls to browser features that do not work on a machine without a screen. */
type Asked = Window & { asked: string[]; handlers: Record<string, () => void> }

/** Selects some of the tests, because each plays a film in a browser. */
const isTaken = sampledNames(
  'player',
  ['keys', 'speed', 'pictures', 'system', 'late size', 'no picture', 'small', 'broken off'],
  3,
)

let browser: Browser
let page: Page
let film: Buffer
let fetched: string[]

beforeAll(async () => {
  const executablePath = findBrowser()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS] })
  // Slow the film down to forty seconds, so that tests can seek in it.
  film = await remux({ picture: 'vp8-opus.webm', sounds: [], container: 'webm', at: (time) => time * 10 })
})
afterAll(() => browser?.close())

beforeEach(async () => {
  await page?.close()
  page = await browser.newPage()
  fetched = []
  await page.addInitScript(() => {
    const window = globalThis as unknown as Asked
    Object.assign(window, { asked: [], handlers: {} })
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true })
    HTMLVideoElement.prototype.requestPictureInPicture = async () => {
      window.asked.push('picture in picture')
      return {} as PictureInPictureWindow
    }
    HTMLVideoElement.prototype.requestFullscreen = async () => void window.asked.push('full screen')
    navigator.mediaSession.setActionHandler = (name, act) => {
      window.handlers[name] = act as () => void
    }
  })
  await page.route('**/*', (route) => {
    const { pathname, search } = new URL(route.request().url())
    fetched.push(pathname + search)
    if (pathname.startsWith('/api/')) return route.fulfill({ body: PIXEL, contentType: 'image/png' })
    const range = readRange(route.request().headers().range ?? null, film.length)
    if (!range || range === 'unsatisfiable') return route.fulfill({ body: film, contentType: 'video/webm' })
    const { start, end } = range
    return route.fulfill({
      status: 206,
      body: film.subarray(start, end + 1),
      contentType: 'video/webm',
      headers: { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${start}-${end}/${film.length}` },
    })
  })
})

/** Opens the player's page with the server's headers, and waits until the film's metadata has loaded. */
async function open(played: Partial<Played> = {}, told = ''): Promise<void> {
  await page.route('**/player/film**', (route) =>
    route.fulfill({
      body: playerHtml({ ...PLAYED, ...played }),
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': playerPolicy(ORIGIN) },
    }),
  )
  await page.goto('about:blank')
  await page.goto(`${ORIGIN}/player/film#title=Your+grip&artist=Mia+Chen${told}`)
  await expect.poll(() => look('readyState')).toBeGreaterThan(0)
}

type Seen = 'currentTime' | 'playbackRate' | 'muted' | 'paused' | 'readyState' | 'src' | 'poster'
const look = <K extends Seen>(what: K): Promise<HTMLVideoElement[K]> =>
  page.evaluate((name) => document.querySelector('video')?.[name as 'src'], what) as never
const caption = () => page.evaluate(() => document.querySelector('video')?.textTracks[0]?.mode)
const asked = () => page.evaluate(() => (globalThis as unknown as Asked).asked)
const at = async () => Math.round(await look('currentTime'))

describe('the page of the player', () => {
  test.runIf(isTaken('keys'))('has the same keys in every browser', async () => {
    await open()
    for (const [key, seconds] of [
      ['l', 10],
      ['ArrowRight', 15],
      ['ArrowLeft', 10],
      ['L', 20],
      ['j', 10],
      ['j', 0],
      ['ArrowLeft', 0],
    ] as const) {
      await page.keyboard.press(key)
      expect(await at(), key).toBe(seconds)
    }
    await page.keyboard.press('Space')
    await expect.poll(() => look('paused')).toBe(false)
    await page.keyboard.press('k')
    await expect.poll(() => look('paused')).toBe(true)
    await page.keyboard.press('m')
    expect(await look('muted')).toBe(true)
    await page.keyboard.press('c')
    expect(await caption()).toBe('showing')
    await page.keyboard.press('c')
    expect(await caption()).toBe('hidden')
    await page.keyboard.press('f')
    expect(await asked()).toEqual(['full screen'])
    await page.keyboard.press('Control+l')
    await page.keyboard.press('Alt+ArrowRight')
    expect(await at(), 'the browser has these').toBe(0)
  })

  test.runIf(isTaken('speed'))(
    'plays slower and faster, by keys and by choice, and no further than there is',
    async () => {
      await open()
      const speed = page.getByLabel('Speed')
      for (const [key, wanted] of [
        ['>', 1.25],
        ['>', 1.5],
        ['>', 2],
        ['>', 2],
        ['<', 1.5],
      ] as const) {
        await page.keyboard.press(key)
        expect([await look('playbackRate'), await speed.inputValue()]).toEqual([wanted, String(wanted)])
      }
      await speed.selectOption('0.5')
      expect(await look('playbackRate')).toBe(0.5)
      await speed.press('j')
      expect(await at(), 'keys in a list are its own').toBe(0)
    },
  )

  test.runIf(isTaken('pictures'))(
    'goes into a picture of its own, shows captions by a press, and a poster until it plays',
    async () => {
      await open()
      await page.getByRole('button', { name: 'Picture in picture' }).click()
      expect(await asked()).toEqual(['picture in picture'])
      const captions = page.getByRole('button', { name: 'CC, captions' })
      await captions.click()
      expect(await caption()).toBe('showing')
      await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('true')
      expect(fetched).toContain(PLAYED.poster)
      expect(await look('poster')).toBe(ORIGIN + PLAYED.poster)
    },
  )

  test.runIf(isTaken('system'))('tells the system what plays, and goes where its buttons say', async () => {
    await open()
    await page.keyboard.press('k')
    const told = () =>
      page.evaluate(() => {
        const { title, artist } = navigator.mediaSession.metadata ?? {}
        return [title, artist]
      })
    await expect.poll(told).toEqual(['Your grip', 'Mia Chen'])
    await page.keyboard.press('k')
    await expect.poll(() => look('paused')).toBe(true)
    const before = await at()
    await page.evaluate(() => (globalThis as unknown as Asked).handlers.seekforward?.())
    expect(await at()).toBe(before + 10)
    await page.evaluate(() => (globalThis as unknown as Asked).handlers.seekbackward?.())
    expect(await at()).toBe(before)
  })

  test.runIf(isTaken('late size'))(
    'plays a film whose size is told later than its length, as WebKit may tell it',
    async () => {
      await page.addInitScript(() => {
        const { prototype } = HTMLVideoElement
        const { get } = Object.getOwnPropertyDescriptor(prototype, 'videoWidth') ?? {}
        Object.defineProperty(prototype, 'videoWidth', {
          get() {
            return this.readyState < 2 ? 0 : get?.call(this)
          },
        })
        addEventListener(
          'loadstart',
          ({ target }) => target?.dispatchEvent(new Event('loadedmetadata')),
          true,
        )
      })
      await open()
      await page.keyboard.press('k')
      await expect.poll(() => look('currentTime')).toBeGreaterThan(0.2)
      expect(await page.locator('#unplayable').isVisible()).toBe(false)
    },
  )

  test.runIf(isTaken('no picture'))('says so of a film without a picture that it knows', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { get: () => 0 })
    })
    await open()
    await expect.poll(() => page.locator('#unplayable').isVisible()).toBe(true)
  })

  test.runIf(isTaken('broken off'))('begins where it broke off, and tells where it breaks off', async () => {
    await open({}, '&at=12.5')
    await expect.poll(at).toBe(13)
    const told = page.evaluate(
      () => new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data))),
    )
    await page.evaluate(() => {
      const video = document.querySelector('video')
      Object.defineProperty(video, 'error', { value: { code: 2 } })
      video?.dispatchEvent(new Event('error'))
    })
    expect(await told).toEqual({ type: 'failed', at: 12.5 })
  })

  test.runIf(isTaken('small'))(
    'offers the small version where there is one, and goes on where it was',
    async () => {
      await open()
      expect(await page.getByLabel('Quality').count(), 'where there is one quality').toBe(0)
      await open({ small: 'chosen' })
      expect(await look('src')).toBe(`${ORIGIN}${FILE}&quality=small`)
      await page.keyboard.press('l')
      await page.keyboard.press('>')
      await page.getByLabel('Quality').selectOption('Full')
      await expect.poll(() => look('src')).toBe(`${ORIGIN}${FILE}&quality=full`)
      await expect.poll(at).toBe(10)
      expect(await look('playbackRate')).toBe(1.25)
      expect(await look('paused')).toBe(true)
      await page.getByLabel('Quality').selectOption('Small')
      await expect.poll(() => look('src')).toBe(`${ORIGIN}${FILE}&quality=small`)
      await open({ small: 'offered' })
      expect(await look('src')).toBe(`${ORIGIN}${FILE}&quality=full`)
    },
  )
})
