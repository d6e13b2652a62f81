import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPages, PAGE_DATA_ID } from './page.ts'

const template = `<!doctype html><html lang="en"><head><meta name="description" content="ours" />
<title>Infield</title><style>body{color:red}</style></head><body><div id="root"></div></body></html>`

const said: string[] = []
const say = (fields: object, message: string) => void said.push(message, JSON.stringify(fields))
const log = { debug: say, info: say, warn: say, error: say }

let dist: string

beforeEach(async () => {
  said.length = 0
  dist = await mkdtemp(path.join(os.tmpdir(), 'page-test-'))
  await mkdir(path.join(dist, 'client'))
  await mkdir(path.join(dist, 'server'))
  await writeFile(path.join(dist, 'client', 'index.html'), template)
})

afterEach(() => rm(dist, { recursive: true }))

async function pagesWith(renderer: string) {
  await writeFile(path.join(dist, 'server', 'package.json'), '{"type":"module"}')
  await writeFile(path.join(dist, 'server', 'render.js'), renderer)
  return openPages(dist, log)
}

const ada = {
  path: '/ask/ada',
  title: 'Ask Ada "The Wall" <Lovelace> & co',
  description: `Goalkeeper's answers $& $1`,
  image: 'https://infield.example/ada.jpg',
  url: 'https://infield.example/ask/ada',
  data: { bio: '</script><script>alert(1)</script>', note: 'a < b' },
}

describe('the page shell', () => {
  test('the empty page is the built one, unchanged', async () => {
    expect((await openPages(dist, log)).shell()).toBe(template)
  })

  test('S1-2.9 title and social tags of an athlete, escaped', async () => {
    const html = (await openPages(dist, log)).shell(ada)
    expect(html).toContain('<title>Ask Ada &quot;The Wall&quot; &lt;Lovelace&gt; &amp; co</title>')
    expect(html).toContain('<meta property="og:image" content="https://infield.example/ada.jpg">')
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(html).toContain('<link rel="canonical" href="https://infield.example/ask/ada">')
    expect(html).toContain('content="Goalkeeper&#39;s answers $&amp; $1"')
    expect(html.match(/name="description"/g)).toHaveLength(1)
    expect(html).not.toContain('noindex')
    expect((await openPages(dist, log)).shell({ title: 'x', noindex: true })).toContain(
      '<meta name="robots" content="noindex">',
    )
  })

  test('a server whose payments move no real money says so in every page and to the renderer', async () => {
    const pages = await pagesWith('export const renderPage = (path, data, payments) => String(payments)')
    expect(pages.shell()).not.toContain('data-payments')
    expect((await pages.render(ada)).html).toContain('<div id="root">null</div>')
    for (const testPayments of ['stand-in', 'pk_test_1']) {
      const testing = await openPages(dist, log, { testPayments })
      expect(testing.shell()).toContain(`<html data-payments="${testPayments}" lang="en">`)
      expect((await testing.render(ada)).html).toContain(`<div id="root">${testPayments}</div>`)
    }
  })

  test('the inlined styles are named by their hashes', async () => {
    const hash = createHash('sha256').update('body{color:red}').digest('base64')
    expect((await openPages(dist, log)).inlined).toEqual({ styles: [`sha256-${hash}`], scripts: [] })
  })

  test('a build without a root is refused at the start', async () => {
    await writeFile(path.join(dist, 'client', 'index.html'), '<html></html>')
    await expect(openPages(dist, log)).rejects.toThrow('root')
  })
})

describe('rendered public pages', () => {
  test('the screen as HTML, its data beside it where no text can end the block', async () => {
    const pages = await pagesWith(
      'export const renderPage = (path, data) => "<h1>" + path + " $& " + data.note + "</h1>"',
    )
    const { html } = await pages.render(ada)
    expect(html).toContain('<div id="root"><h1>/ask/ada $& a < b</h1></div>')
    const [, json = ''] = html.match(new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`)) ?? []
    expect(JSON.parse(json)).toEqual(ada.data)
    expect(html).not.toContain('<script>alert')
  })

  test('a private page that does not render is logged without its token', async () => {
    const pages = await pagesWith("export const renderPage = () => { throw new Error('no') }")
    const token = 'Aa0-_'.repeat(9).slice(0, 43)
    await pages.render({ ...ada, path: `/view/${token}` })
    expect(said).toContain('a page did not render')
    expect(said.join()).not.toContain(token)
  })

  test('the first paint needs one reply: what is fetched waits in a template, and the hashes are the page’s own', async () => {
    await writeFile(
      path.join(dist, 'client', 'index.html'),
      template
        .replace('<style>', '<script type="module" src="/app.js"></script><style data-href="/app.css">')
        .replace(
          '</style>',
          '.there{color:blue}.elsewhere{color:green}</style><link rel="manifest" href="/m">',
        ),
    )
    const pages = await pagesWith(
      `export const startScript = 'go()'
      export const renderPage = () => '<p class="there"><svg><use href="/icons.svg#flag"></use></svg></p>'`,
    )
    const { html, inlined } = await pages.render(ada)
    const css = 'body{color:red}.there{color:blue}'
    expect(html).toContain(`<style data-href="/app.css">${css}</style>`)
    expect(html).toContain('<use data-href="/icons.svg#flag">')
    const [before, after = ''] = html.split('<template id="later">')
    expect(before).not.toMatch(/type="module"|stylesheet|manifest/)
    expect(after).toContain(
      '<link rel="stylesheet" href="/app.css"><script type="module" src="/app.js"></script>' +
        '<link rel="manifest" href="/m"></template><script>go()</script>',
    )
    const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect(inlined).toEqual({ styles: [hash(css)], scripts: [hash('go()')] })
  })

  test('the first step of asking stands beside the screen, and its script, allowed by its hash, before both', async () => {
    const renderer = `export const startScript = 'go()'
      export const renderPage = () => '<h1>Ada</h1>'
      export const renderFirstStep = (path) => path === '/ask/ada' ? '<dialog>' + path + '</dialog>' : null`
    const without = await (await pagesWith(renderer)).render(ada)
    expect(without.html).not.toContain('<dialog>')
    await mkdir(path.join(dist, 'client', 'assets'))
    await writeFile(path.join(dist, 'client', 'assets', 'early-ask-1a2b3c4.js'), 'listen()\n')
    const pages = await pagesWith(renderer)
    const { html, inlined } = await pages.render(ada)
    const script = '(()=>{listen()})()'
    expect(html).toContain(
      `<script>${script}</script><div id="root"><h1>Ada</h1></div><dialog>/ask/ada</dialog>`,
    )
    const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect(inlined.scripts).toEqual([hash('go()'), hash(script)])
    const other = await pages.render({ ...ada, path: '/about' })
    expect(other.html).not.toContain('listen()')
    expect(other.inlined.scripts).toEqual([hash('go()')])
  })

  test.each<[string, string, RegExp]>([
    ['throws', 'export const renderPage = () => { throw new Error("broken") }', /did not render/],
    ['does not know the page', 'export const renderPage = () => null', /^$/],
    ['is not there', 'export const other = 1', /^$/],
    ['does not load', 'throw new Error("no")', /not rendered on the server/],
  ])('a renderer that %s leaves the empty page with its head', async (_name, renderer, word) => {
    const pages = await pagesWith(renderer)
    const { html } = await pages.render(ada)
    expect(html).toContain('<div id="root"></div>')
    expect(html).toContain('<meta property="og:title"')
    expect(said.join()).toMatch(word)
  })
})
