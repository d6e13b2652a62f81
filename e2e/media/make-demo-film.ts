import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContextOptions, chromium, type LaunchOptions } from 'playwright/test'
import { DESKTOP, type Device, openDevice, PHONE } from '../device.ts'
import config from '../playwright.config.ts'
import { openLine } from '../proxy.ts'
import { startServer } from '../server.ts'
import { makeCamera } from './film/camera.ts'
import { composeFilm, drawFilmScene, filmSettings, type Scene } from './film/composer.ts'
import { filmJob } from './film/scenes.ts'

/*
 * Makes the short demo for athletes (S1-2.18): plays the whole job in the running product with the demo's people,
 * and composes the pictures with captions. Run it by hand when the app looks different: node
 * e2e/media/make-demo-film.ts
 */

const OUT = new URL('../../public/demo/', import.meta.url)
const MODULES = new URL('../../node_modules/', import.meta.url)
const launchOptions: LaunchOptions = config.use?.launchOptions ?? {}

async function film(): Promise<Scene[]> {
  const server = await startServer()
  const closing: (() => Promise<void>)[] = [() => server.stop()]
  const painter = await chromium.launch(launchOptions)
  const camera = `--use-file-for-fake-video-capture=${await makeCamera(painter)}`
  await painter.close()
  const open = async (contextOptions: BrowserContextOptions): Promise<Device> => {
    const line = await openLine(() => server.port)
    const opened = await openDevice({
      browserType: chromium,
      launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), camera] },
      contextOptions,
      line,
      onContext: () => {},
    })
    closing.unshift(opened.dispose, () => line.close())
    return opened.device
  }
  try {
    return await filmJob({
      server,
      fan: await open(PHONE),
      athlete: await open(PHONE),
      admin: await open(DESKTOP),
    })
  } finally {
    for (const close of closing) await close().catch(() => {})
  }
}

const PAGE = `<!doctype html><title>film</title><style>@font-face { font-family: Film; font-weight: 100 900;
  src: url(/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2) }</style>
<script type="module">import * as mediabunny from '/mediabunny/dist/bundles/mediabunny.min.mjs'
await Promise.all([document.fonts.load('800 60px Film'), document.fonts.load('400 29px Film')])
window.mediabunny = mediabunny</script>`

/**
 * Composes the film in a page with an address, because encoding requires one; fonts and the muxer come from the
 * packages.
 */
async function compose(scenes: Scene[]): Promise<Awaited<ReturnType<typeof composeFilm>>> {
  const site = createServer(async (request, response) => {
    const isPage = request.url === '/'
    const body = isPage ? PAGE : await readFile(new URL(`.${request.url}`, MODULES)).catch(() => null)
    const type = isPage ? 'text/html' : request.url?.endsWith('.mjs') ? 'text/javascript' : 'font/woff2'
    response.writeHead(body === null ? 404 : 200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'mediabunny' in window)
  for (const runsThere of [composeFilm, drawFilmScene])
    await page.evaluate(`window.${runsThere.name} = ${runsThere.toString()}`)
  const made = await page.evaluate(([all, settings]) => Reflect.get(window, 'composeFilm')(all, settings), [
    scenes,
    filmSettings(),
  ] as const)
  await browser.close()
  site.close()
  return made
}

function captions(scenes: Scene[], starts: number[], lengthMs: number): string {
  const cues = scenes.map(
    ({ title, text }, index) =>
      `${clock(starts[index] ?? 0)} --> ${clock(starts[index + 1] ?? lengthMs)}\n${title} ${text}`,
  )
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)

const scenes = await film()
const { base64, starts, lengthMs } = await compose(scenes)
await mkdir(OUT, { recursive: true })
await writeFile(new URL('infield.mp4', OUT), Buffer.from(base64, 'base64'))
await writeFile(new URL('infield.vtt', OUT), captions(scenes, starts, lengthMs))
process.stdout.write(`${Math.round(lengthMs / 1_000)} s, ${Math.round((base64.length * 0.75) / 1_024)} kB\n`)
process.exit(0)
