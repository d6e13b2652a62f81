import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPageStyles } from '../../sync/text/page-styles.ts'
import { openPaintFirst } from '../../sync/text/paint-first.ts'
import type { Inlined } from '../http/app-env.ts'
import { loggablePath } from '../http/refusal-response.ts'
import type { Log } from '../log.ts'
import { blockJson, type PageHead, setTestPayments, withHead } from './head-tags.ts'

/** A page with its content: `path` names it to the renderer, `data` travels along as a JSON block. */
export type PageContent = PageHead & { path: string; data: unknown }

/** A page as it is sent, and what it carries inline. */
export type Rendered = { html: string; inlined: Inlined }

export type Pages = {
  /** The app's empty page; every screen can start from it. Also `/shell.html`, which the service worker keeps. */
  shell(head?: PageHead): string
  /** A page as HTML with its data, or the empty page should it not render. */
  render(page: PageContent): Promise<Rendered>
  /** Of the empty page. */
  inlined: Inlined
}

/** The client's renderer, built for the server; the HTML of a screen, or null for one it does not know. */
type RenderPage = (
  path: string,
  data: unknown,
  testPayments: string | null,
) => Promise<string | null> | string | null

/** What stands beside a page's screen, closed: the first step of asking; null where nobody is asked. */
type RenderFirstStep = (path: string, data: unknown) => string | null

/**
 * What the build left for the server: the renderer, the script that stands in every page it renders, and the first step
 * of asking with the script that has it answer.
 */
type Built = {
  renderPage: RenderPage
  startScript: string
  renderFirstStep?: RenderFirstStep
  askScript: string | null
}

type PageFacts = {
  /** No real money moves, by 'stand-in' or this test key of Stripe's: every page says so from its first paint on. */
  testPayments?: string | null
}

const ROOT = '<div id="root"></div>'
/** Where the app finds the data of the page it was sent: `<script type="application/json" id="page-data">`. */
export const PAGE_DATA_ID = 'page-data'

/** Opens what the build left in `dist`: the empty page, and the renderer if there is one. */
export async function openPages(
  dist: string,
  log: Log,
  { testPayments = null }: PageFacts = {},
): Promise<Pages> {
  const file = await readFile(path.join(dist, 'client', 'index.html'), 'utf8')
  if (!file.includes(ROOT)) throw new Error(`The built index.html has no ${ROOT}.`)
  const template = testPayments ? setTestPayments(file, testPayments) : file
  const built = await loadBuilt(dist, log)
  const inlined = { styles: stylesOf(template).map(hashOf), scripts: [] }
  const paintFirst =
    built && openPaintFirst({ template, startScript: built.startScript, stylesFor: readPageStyles })
  const render = async ({ path: pagePath, data, ...head }: PageContent) => {
    const body = await renderBody(built, { path: pagePath, data, testPayments, log })
    if (body === null || !paintFirst) return { html: withHead(template, head), inlined }
    const asking = firstStep(built, pagePath, data)
    const html = paintFirst(`${asking.script}<div id="root">${body}</div>${asking.step}${dataBlock(data)}`)
    const scripts = [built.startScript, ...(asking.script ? [built.askScript ?? ''] : [])].map(hashOf)
    return { html: withHead(html, head), inlined: { styles: stylesOf(html).map(hashOf), scripts } }
  }
  return { shell: (head) => (head ? withHead(template, head) : template), render, inlined }
}

async function loadBuilt(dist: string, log: Log): Promise<Built | null> {
  try {
    const file = path.join(dist, 'server', 'render.js')
    const built = (await import(pathToFileURL(file).href)) as Partial<Built>
    if (!built.renderPage) return null
    const askScript = await readAskScript(path.join(dist, 'client'))
    return { startScript: '', ...built, renderPage: built.renderPage, askScript }
  } catch (error) {
    // without a renderer every page is the empty one, which works as well, only later
    log.warn({ err: error }, 'pages are not rendered on the server')
    return null
  }
}

/** As the build made a module of it, which is a script of its own in a page; null where it made none. */
async function readAskScript(client: string): Promise<string | null> {
  const names = await readdir(path.join(client, 'assets')).catch(() => [])
  const name = names.find((each) => ASK_SCRIPT.test(each))
  const script = name && (await readFile(path.join(client, 'assets', name), 'utf8'))
  return script ? `(()=>{${script.trim()}})()` : null
}

/** Built from `client/app/first-paint/early-ask.ts`. */
const ASK_SCRIPT = /^early-ask-[^/]+\.js$/

/** Its script stands before all else: a tap on what is seen already is not lost. */
function firstStep({ renderFirstStep, askScript }: Built, pagePath: string, data: unknown) {
  const step = askScript && renderFirstStep?.(pagePath, data)
  return step ? { step, script: `<script>${askScript}</script>` } : { step: '', script: '' }
}

type Asked = { path: string; data: unknown; testPayments: string | null; log: Log }

async function renderBody(
  built: Built | null,
  { path: pagePath, data, testPayments, log }: Asked,
): Promise<string | null> {
  try {
    return (await built?.renderPage(pagePath, data, testPayments)) ?? null
  } catch (error) {
    log.error({ path: loggablePath(pagePath), err: error }, 'a page did not render')
    return null
  }
}

function dataBlock(data: unknown): string {
  return `<script type="application/json" id="${PAGE_DATA_ID}">${blockJson(data ?? null)}</script>`
}

const stylesOf = (html: string) =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css)

/** How a content security policy names something that stands in the page itself. */
export const hashOf = (inlined: string) => `sha256-${createHash('sha256').update(inlined).digest('base64')}`
