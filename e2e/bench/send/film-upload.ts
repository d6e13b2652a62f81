import type { Page } from 'playwright/test'
import { COPY } from '../../../sync/copy.ts'
import type { Device } from '../../device.ts'
import { openLine } from '../../proxy.ts'
import { openVisitor, slowDown } from '../browser.ts'
import type { Ground } from '../ground.ts'
import type { Measured } from '../measured.ts'
import { type Film, keepTakes, makeFilm } from './film.ts'

const FILM_BYTES = 90_000_000
const RUNS = 9
const LEAST_RATIO = 0.6
const CUTS = 100
/** The speed, 100 Mbit/s, of the line that will be cut, so that its buffers hold as much as those of a real line. */
const LINE_BYTES_PER_SECOND = 12_500_000
/** The largest read of the proxy. A cut happens at the end of a read, so it may come this many bytes late. */
const READ_BYTES = 65_536
const CUT_EVERY_BYTES = Math.floor((FILM_BYTES - CUTS * READ_BYTES) / (CUTS + 1))
const MOST_AGAIN_PERCENT = 0.1
const PATIENCE_MS = 120_000

/**
 * Measures how fast the athlete's app sends a film of 90 MB. The floor is an empty page that puts the same bytes to
 * a server which hashes, writes and flushes them; both have a slowed processor and a line of their own. One more
 * film is then cut off a hundred times, to measure how many bytes the app sends again.
 */
export async function measureFilmUpload(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const questionIds = world.waiting.slice(0, RUNS + 1)
  const last = questionIds.pop()
  if (!last || questionIds.length < RUNS) throw new Error('too few questions wait')
  const film = await makeFilm(FILM_BYTES)
  const bareLine = await openLine(() => world.barePort)
  const visitor = await openVisitor(world, world.athlete)
  try {
    const { device } = visitor
    await device.goto('/dashboard')
    await device.page
      .locator('main section[aria-labelledby="waiting"] li')
      .first()
      .waitFor({ timeout: PATIENCE_MS })
    const bare = await device.context.newPage()
    await bare.goto(bareLine.origin)
    const app = await slowDown(device.page)
    const empty = await slowDown(bare)
    const ours: number[] = []
    const floor: number[] = []
    const rate = (ms: number) => FILM_BYTES / 1_000 / ms
    for (const questionId of questionIds) {
      await Promise.all([device.page.bringToFront(), app.slow(), empty.letGo()])
      await beginSend(device, questionId, film)
      ours.push(rate(await sentIn(device.page)))
      await Promise.all([bare.bringToFront(), app.letGo(), empty.slow()])
      floor.push(rate(await bare.evaluate(putFilm, film)))
    }
    await Promise.all([device.page.bringToFront(), app.slow(), empty.letGo()])
    const upload: Measured = {
      ...{ figure: 'film of 90 MB sent by the app', unit: 'MB/s', ours, floor },
      ...{ against: 'raw PUT, sha256, fsync', bar: { of: 'ratio', least: LEAST_RATIO } },
    }
    return [upload, ...(await measureCuts(device, last, film))]
  } finally {
    await visitor.dispose()
    await bareLine.close()
  }
}

/** Stores a take on the device and taps "Send answer"; resolves after the tap. */
async function beginSend(device: Device, questionId: string, film: Film): Promise<void> {
  await keepTakes(device.page, [questionId], film)
  await device.goto(`/dashboard/answer/${questionId}`)
  await device.page.getByRole('button', { name: 'Send answer' }).click({ timeout: PATIENCE_MS })
}

const answered = (page: Page) =>
  page.getByRole('heading', { name: COPY.answerSent }).waitFor({ timeout: PATIENCE_MS })

/** The fields of a resource timing entry that this figure reads. */
type Fetched = { name: string; startTime: number; responseEnd: number }

/** Returns the milliseconds, by the page's clock, from the upload's first request to the answer to its last byte. */
async function sentIn(page: Page): Promise<number> {
  await answered(page)
  return page.evaluate(() => {
    const calls = performance.getEntriesByType('resource').map((entry) => entry.toJSON() as Fetched)
    const upload = calls.filter(({ name }) => new URL(name).pathname.startsWith('/files'))
    const began = Math.min(...upload.map(({ startTime }) => startTime))
    return Math.max(...upload.map(({ responseEnd }) => responseEnd)) - began
  })
}

/** Measures how much of an upload is sent again when the line is cut after each hundredth of the film. */
async function measureCuts(device: Device, questionId: string, film: Film): Promise<Measured[]> {
  const { line } = device
  const before = line.sent.length
  line.rate(LINE_BYTES_PER_SECOND)
  let cut = line.cutAfter(CUT_EVERY_BYTES)
  await beginSend(device, questionId, film)
  for (let cuts = 1; cuts <= CUTS; cuts += 1) {
    await cut
    await device.goOffline()
    if (cuts < CUTS) cut = line.cutAfter(CUT_EVERY_BYTES)
    await device.goOnline()
  }
  await answered(device.page)
  const pieces = line.sent.slice(before)
  const again = pieces.map(({ offset, bytes }, index) => {
    const { offset: next } = pieces[index + 1] ?? { offset: FILM_BYTES }
    return offset + bytes - next
  })
  const rest = { floor: [], against: `${pieces.length} requests` }
  return [
    {
      ...{ figure: `sent again by the app over ${CUTS} cuts`, unit: '%', ...rest },
      ours: [(again.reduce((sum, each) => sum + each, 0) / FILM_BYTES) * 100],
      bar: { of: 'ours', most: MOST_AGAIN_PERCENT },
    },
    { figure: 'sent again, at worst of them', unit: 'KiB', ...rest, ours: [Math.max(...again) / 1_024] },
  ]
}

/** Sends the film in one PUT request and returns how many milliseconds that took. */
async function putFilm({ start, bytes, sha256 }: Film): Promise<number> {
  const first = Uint8Array.from(atob(start), (letter) => letter.charCodeAt(0))
  const body = new Blob([first, new Uint8Array(bytes - first.length)])
  const began = performance.now()
  const response = await fetch('/film', { method: 'PUT', body })
  const said = await response.text()
  const took = performance.now() - began
  if (said !== sha256) throw new Error('the raw upload came to other bytes')
  return took
}
