import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ground } from './ground.ts'
import { type Audit, openLighthouse } from './lighthouse.ts'
import type { Measured } from './measured.ts'

const RUNS = 3
const PAGES = ['/', '/ask', '/benefits', '/demo', '/contact']
const PRIVATE = '/view/{token}'
const MARKS = ['accessibility', 'best-practices', 'seo'] as const

/**
 * Audits each page with Lighthouse on a phone, against a static page with little more than a heading in the same
 * run. When bars were missed, a repeat audits only the pages they belong to.
 */
export async function measureWeb(ground: Ground, missed: ReadonlySet<string> | null): Promise<Measured[]> {
  const { port, viewPath } = await ground.world()
  const origin = `http://127.0.0.1:${port}`
  const audit = await openLighthouse()
  const still = await serveStill()
  try {
    const floor: Audit[] = []
    for (let run = 0; run < RUNS; run += 1) floor.push(await audit(still.url))
    const rows: Measured[] = []
    const isWanted = (path: string) =>
      [...(missed ?? [])].some((figure) => figure.endsWith(` of ${pageOf(path)}`))
    const paths = [viewPath, ...PAGES, await anyProfile(origin)]
    for (const path of missed ? paths.filter(isWanted) : paths) {
      const ours: Audit[] = []
      for (let run = 0; run < RUNS; run += 1) ours.push(await audit(origin + path))
      rows.push(...figuresOf(path, ours, floor))
    }
    return rows
  } finally {
    still.close()
  }
}

const pageOf = (path: string) => path.replace(/^\/ask\/.+/, '/ask/{username}').replace(/^\/view\/.+/, PRIVATE)

function figuresOf(path: string, ours: Audit[], floor: Audit[]): Measured[] {
  const page = pageOf(path)
  const lost = [...new Set(ours.flatMap((each) => each.lost))].join(', ')
  return [
    {
      figure: `LCP of ${page}`,
      unit: 'ms',
      ours: ours.map(({ lcpMs }) => lcpMs),
      floor: floor.map(({ lcpMs }) => lcpMs),
      against: 'static page',
      bar: { of: 'ratio', most: 1.3 },
    },
    {
      figure: `CLS of ${page}`,
      unit: '',
      ours: ours.map(({ cls }) => cls),
      floor: [],
      against: '',
      bar: { of: 'ours', most: 0 },
    },
    { figure: `TBT of ${page}`, unit: 'ms', ours: ours.map(({ tbtMs }) => tbtMs), floor: [], against: '' },
    // A private page must not be indexed, so Lighthouse's SEO score does not apply to it.
    ...MARKS.filter((mark) => page !== PRIVATE || mark !== 'seo').map(
      (mark): Measured => ({
        figure: `${mark} of ${page}`,
        unit: 'of 100',
        ours: ours.map(({ marks }) => marks[mark]),
        floor: [],
        against: lost,
        bar: { of: 'ours', least: 100 },
      }),
    ),
  ]
}

async function anyProfile(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/athletes`)
  const { athletes } = (await answer.json()) as { athletes: { username: string }[] }
  if (!athletes[0]) throw new Error('nobody is in the directory')
  return `/ask/${athletes[0].username}`
}

const STILL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><h1>A page</h1><p>${'A line of text that stands still. '.repeat(20)}</p>`

async function serveStill(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(STILL)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
