import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { browserAt } from '../testing/browser-at.ts'
import { openWorld, type World } from '../testing/world.ts'
import { noMetrics, type ToldBrowserError } from './watch.ts'

let world: World
const lines: string[] = []
const counted: ToldBrowserError[] = []

beforeAll(async () => {
  const metrics = { ...noMetrics, browserError: (told: ToldBrowserError) => void counted.push(told) }
  const log = createLog('info', { to: { write: (line) => void lines.push(line) } })
  world = await openWorld({ parts: { limitFactor: 1, metrics }, log })
})
afterAll(() => world.end())

const report = (more: object = {}) => ({
  kind: 'rejection',
  name: 'TypeError',
  message: `"Kim Lee" of kim@example.com is not iterable`,
  frames: ['draw app-BrgIOeG.js:1:2345'],
  build: 'index-BrgIOeG.js',
  engine: 'webkit',
  ...more,
})

test('a report is counted by kind and engine, and logged without what a person may have written', async () => {
  const sent = await browserAt(world, '192.0.2.1').post('/api/browser-error', report())
  expect(sent).toEqual({ status: 200, body: {} })
  expect(counted).toEqual([{ kind: 'rejection', engine: 'webkit' }])
  const line = JSON.parse(lines.find((each) => each.includes('a browser reported')) ?? '{}')
  expect(line).toMatchObject({
    name: 'TypeError',
    frames: ['draw app-BrgIOeG.js:1:2345'],
    build: 'index-BrgIOeG.js',
    said: '… of … is not iterable',
  })
  expect(lines.join('')).not.toMatch(/Kim|example\.com|192\.0\.2/)
})

test('what is long, or tells more than a place in our files, is refused', async () => {
  const browser = browserAt(world, '192.0.2.2')
  const post = async (more: object) => (await browser.post('/api/browser-error', report(more))).status
  expect(await post({ message: 'x'.repeat(201) })).toBe(400)
  expect(await post({ message: 'x'.repeat(9_000) })).toBe(413)
  expect(await post({ frames: ['https://infield.example/view/secret app.js:1:2'] })).toBe(400)
  expect(await post({ email: 'kim@example.com' })).toBe(400)
  expect(counted).toHaveLength(1)
})

test('an address reports twenty times in an hour, and does not use up what others have', async () => {
  const browser = browserAt(world, '192.0.2.3')
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await browser.post('/api/browser-error', report())).status)
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
  expect(statuses[20]).toBe(429)
  expect((await browserAt(world, '192.0.2.4').post('/api/browser-error', report())).status).toBe(200)
})

test('a household reports no more than its networks may, however many addresses it has', async () => {
  let taken = 0
  for (let subnet = 0; subnet < 4; subnet++)
    for (let n = 0; n < 20; n++) {
      const { status } = await browserAt(world, `2001:db8:7:a0${subnet}::1`).post(
        '/api/browser-error',
        report(),
      )
      taken += status === 200 ? 1 : 0
    }
  expect(taken).toBe(40)
})

test('reports beyond what the log takes in an hour are counted', async () => {
  await world.database.sql`update rate_limit set hits = 600 where bucket like 'browser-error of %'`
  const [before, logged] = [counted.length, lines.length]
  expect((await browserAt(world, '192.0.2.5').post('/api/browser-error', report())).status).toBe(429)
  expect(counted).toHaveLength(before + 1)
  expect(lines.slice(logged).join('')).not.toContain('a browser reported')
})
