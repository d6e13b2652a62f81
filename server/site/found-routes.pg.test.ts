import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { openWorld, type World } from '../testing/world.ts'
import { openPages } from './page.ts'
import { readStaticFiles } from './static.ts'

const SITE = 'https://infield.example'
const SOURCE = path.resolve(import.meta.dirname, '../..')

let world: World
let app: ReturnType<typeof createApp>
let site: NonNullable<Parameters<typeof createApp>[1]['site']>
beforeAll(async () => {
  world = await openWorld()
  const client = path.join(world.dir, 'dist', 'client')
  await mkdir(path.join(client, 'assets'), { recursive: true })
  await writeFile(path.join(client, 'index.html'), '<html><head><title>x</title></head><div id="root"></div>')
  const drawing = await readFile(path.join(SOURCE, 'client/ui/chalk/chalk.svg'))
  await writeFile(path.join(client, 'assets', 'chalk-a1_B.svg'), drawing)
  await writeFile(path.join(client, 'robots.txt'), await readFile(path.join(SOURCE, 'public/robots.txt')))
  site = {
    pages: await openPages(path.dirname(client), world.context.log),
    files: await readStaticFiles(client),
  }
  const env = { ...world.context.env, publicUrl: SITE }
  app = createApp({ ...world.context, env }, { hub: world.hub, site })
  await fill()
})
afterAll(() => world.end())

const HOSTILE = `"><script>alert(1)</script>`

/** Inserts twelve thousand athletes: one with a hostile name, one in another script, one paused, one unlisted. */
async function fill(): Promise<void> {
  const { sql } = world.database
  const rows = Array.from({ length: 12_000 }, (_, n) => ({
    id: randomUUID(),
    role: 'creator',
    username: `a${n.toString(36).padStart(5, '0')}`,
    first_name: n === 1 ? HOSTILE : n === 2 ? 'Судо' : 'Nora',
    last_name: 'Quist',
    email: `a${n}@t.test`,
    sport: 'Track & Field',
    paused: n === 3,
    listed: n !== 4,
  }))
  for (let at = 0; at < rows.length; at += 4_000)
    await sql`insert into person ${sql(rows.slice(at, at + 4_000))}`
  await sql`update person set instagram = 'nora.q', tiktok = '@../evil', x = ' ', rating_total = 47, rating_count = 10,
    bio = ${`A </script><b>bio</b> ${'word '.repeat(60)}`} where username = 'a00001'`
}

/** Requests localhost, the only host served outside production; the links must still have the public origin. */
const get = (url: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${url}`, { headers })
const textOf = async (url: string) => (await get(url)).text()
const names = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, name = '']) => name)

describe('what search engines ask for', () => {
  test('robots.txt keeps its rules and says where the sitemap is', async () => {
    const text = await textOf('/robots.txt')
    expect(text).toContain('Disallow: /view/')
    expect(text.trimEnd().split('\n').at(-1)).toBe(`Sitemap: ${SITE}/sitemap.xml`)
  })
  test('S1-2.78 the sitemap names every page and, in parts, each athlete of the directory once', async () => {
    const parts = names(await textOf('/sitemap.xml'))
    expect(parts).toEqual([0, 1, 2].map((part) => `${SITE}/sitemap-${part}.xml`))
    const lists = await Promise.all(parts.map(async (part) => names(await textOf(part.slice(SITE.length)))))
    expect(lists[0]).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/ask`, `${SITE}/about`]))
    const athletes = lists.slice(1).flat()
    expect(athletes).toHaveLength(11_998)
    expect([...new Set(athletes)].sort()).toEqual(athletes)
    expect(athletes).not.toContain(`${SITE}/ask/a00003`)
    expect(athletes).not.toContain(`${SITE}/ask/a00004`)
    for (const nowhere of ['3', '99999999999999999999', '-1', 'x'])
      expect((await get(`/sitemap-${nowhere}.xml`)).status, nowhere).toBe(404)
  })
})

/** Reads the head of a page as a social network does. */
async function headOf(url: string) {
  const html = await textOf(url)
  const tag = (name: string) => new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return { html, tag }
}

describe('a shared link', () => {
  test('S1-2.9 has a title, a text, one address and a picture, and a hostile name is only a name', async () => {
    const { html, tag } = await headOf('/ask/a00001')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain(`<link rel="canonical" href="${SITE}/ask/a00001">`)
    expect(tag('og:title')).toBe(
      'Ask &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; Quist · Track &amp; Field · Infield',
    )
    expect(tag('og:type')).toBe('profile')
    expect(tag('og:description')).toBe(tag('description'))
    expect(tag('og:description')?.length).toBeLessThan(230)
    expect(tag('twitter:card')).toBe('summary_large_image')
    expect(tag('og:image')).toMatch(new RegExp(`^${SITE}/ask/a00001/card\\.png\\?v=[\\w-]{12}$`))
    expect(tag('twitter:image')).toBe(tag('og:image'))
  })
  test('S1-2.84 S1-2.88 D85 carries what the profile shows as structured data, and nothing that ends its block', async () => {
    const { html } = await headOf('/ask/a00001')
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    expect(facts).toMatchObject({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person' } })
    expect(facts.mainEntity.name).toBe(`${HOSTILE} Quist`)
    expect(facts.mainEntity.sameAs).toEqual(['https://www.instagram.com/nora.q'])
    expect(facts.mainEntity.makesOffer.itemOffered.aggregateRating).toMatchObject({ ratingValue: '4.7' })
    expect(JSON.stringify(facts)).not.toMatch(/@t\.test/)
    const { html: other } = await headOf('/ask/a00005')
    expect(other).not.toContain('aggregateRating')
  })
  test('every public page has the site’s picture; nobody’s page is found', async () => {
    expect((await headOf('/about')).tag('og:image')).toContain(`${SITE}/card.png?v=`)
    const { html, tag } = await headOf('/ask/nobody')
    expect(tag('robots')).toBe('noindex')
    expect(html).toContain('Sorry, we can&#39;t seem to find that athlete in our network.')
  })
})

/** Returns the red, green, blue and opacity of each pixel of a PNG, row by row. */
function pixelsOf(bytes: Buffer): Buffer {
  const packed: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const size = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(bytes.subarray(at + 8, at + 8 + size))
  }
  return unfilter(inflateSync(Buffer.concat(packed)), bytes.readUInt32BE(16) * 4)
}

/**
 * Reverses the filters of a PNG. The first byte of a row says from which neighbours its other bytes were predicted:
 * left, above, both, or the nearest of three.
 */
function unfilter(rows: Buffer, rowBytes: number): Buffer {
  const pixels = Buffer.alloc((rows.length / (rowBytes + 1)) * rowBytes)
  for (let place = 0; place < pixels.length; place += 1) {
    const [row, column] = [Math.floor(place / rowBytes), place % rowBytes]
    const left = column >= 4 ? (pixels[place - 4] ?? 0) : 0
    const above = row > 0 ? (pixels[place - rowBytes] ?? 0) : 0
    const corner = row > 0 && column >= 4 ? (pixels[place - rowBytes - 4] ?? 0) : 0
    const filter = rows[row * (rowBytes + 1)] ?? 0
    const nearest = filter === 4 ? nearestOf(left, above, corner) : 0
    const told = [0, left, above, (left + above) >> 1, nearest][filter] ?? 0
    pixels[place] = (rows[row * (rowBytes + 1) + 1 + column] ?? 0) + told
  }
  return pixels
}

function nearestOf(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

const picture = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer())

describe('the picture of a link', () => {
  test('is a PNG of the asked-for size, the same each time, another for another name, and shown by other sites', async () => {
    const first = await get('/ask/a00000/card.png')
    expect(first.headers.get('content-type')).toBe('image/png')
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const again = await get('/ask/a00000/card.png', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const [one, same, other, plain] = await Promise.all(
      ['/ask/a00000/card.png', '/ask/a00000/card.png', '/ask/a00001/card.png', '/card.png'].map(picture),
    )
    expect(one?.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([one?.readUInt32BE(16), one?.readUInt32BE(20)]).toEqual([1_200, 630])
    expect(one?.equals(same ?? Buffer.alloc(0))).toBe(true)
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
    expect(one?.equals(plain ?? Buffer.alloc(0))).toBe(false)
  })
  test('has the lines of the sport and the words; a name in letters we cannot draw is the username', async () => {
    const card = await picture('/ask/a00000/card.png')
    const pixels = pixelsOf(card)
    const coloursIn = (from: number, to: number) =>
      new Set(
        Array.from({ length: 400 }, (_, y) =>
          Array.from({ length: to - from }, (_, x) => pixels.readUIntBE((y * 1_200 + from + x) * 4, 3)),
        ).flat(),
      )
    expect(coloursIn(900, 1_200).has(0xff6338)).toBe(true)
    expect(coloursIn(73, 300).has(0xf4f0e4)).toBe(true)
    const cyrillic = await picture('/ask/a00002/card.png')
    expect(cyrillic.equals(card)).toBe(false)
  })
  test('nobody else has one', async () => {
    for (const url of ['/ask/a00004/card.png', '/ask/nobody/card.png', '/ask/%3Cb%3E/card.png'])
      expect((await get(url)).status, url).toBe(404)
  })
})

test('a search of the directory counts on its page as through the API; one too many gets the page without athletes', async () => {
  const env = { ...world.context.env, publicUrl: SITE }
  const limited = createApp({ ...world.context, env, limitFactor: 1 / 100 }, { hub: world.hub, site })
  const look = (url: string) => limited.request(`http://localhost${url}`)
  const searches = ['/ask?q=qui', '/ask?sort=speed', '/api/athletes?q=qui']
  for (const url of [...searches, ...searches]) expect((await look(url)).status, url).toBe(200)
  await expectRefused(await look('/ask?q=qui'))
  // the directory itself is one short read
  expect((await look('/ask')).status).toBe(200)
})

test('a search that nobody matches as typed counts by itself, on the page too', async () => {
  await world.database.sql`delete from rate_limit`
  const env = { ...world.context.env, publicUrl: SITE }
  // one such search, and ten of any kind
  const limited = createApp({ ...world.context, env, limitFactor: 1 / 60 }, { hub: world.hub, site })
  const look = (url: string) => limited.request(`http://localhost${url}`)
  expect((await look('/ask?q=nobodyhasthis')).status).toBe(200)
  await expectRefused(await look('/ask?q=nobodyhasthis'))
  expect((await look('/api/athletes?q=nobodyhasthis')).status).toBe(429)
  expect((await look('/ask?q=qui')).status).toBe(200)
})

/** Expects the page without athletes, which asks for them later by itself. */
async function expectRefused(page: Response): Promise<void> {
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await page.text()).toContain('<div id="root"></div>')
}
