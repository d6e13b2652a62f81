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

/** A page with its content: the renderer gets `path` and `data`, and `data` is also embedded as a JSON block. */
export type PageContent = PageHead & { path: string; data: unknown }

/** A page as it is sent, and the hashes of its inline parts. */
export type Rendered = { html: string; inlined: Inlined }

export type Pages = {
  /**
   * Returns the app's empty page, from which every screen can start. It is also `/shell.html`, which the service
   * worker keeps.
   */
  shell(head?: PageHead): string
  /** Renders a page as HTML with its data; the empty page if it cannot be rendered. */
  render(page: PageContent): Promise<Rendered>
  /** The hashes of the empty page's inline parts. */
  inlined: Inlined
}

/** The client's renderer, built for the server. It returns the HTML of a screen, or null for an unknown one. */
type RenderPage = (
  path: string,
  data: unknown,
  testPayments: string | null,
) => Promise<string | null> | string | null

/** Renders the first step of asking, closed, next to a page's screen; null for pages without one. */
type RenderFirstStep = (path: string, data: unknown) => string | null

/**
 * The build's parts for the server: the renderer, the script in every rendered page, and the first step of asking
 * with the script that makes it respond.
 */
type Built = {
  renderPage: RenderPage
  startScript: string
  renderFirstStep?: RenderFirstStep
  askScript: string | null
}

type PageFacts = {
  /**
   * Set when no real money moves, to 'stand-in' or Stripe's test key; every page shows it from its first paint on.
   */
  testPayments?: string | null
}

const ROOT = '<div id="root"></div>'
/**
 * The id of the element in which the app finds the data of its page: `<script type="application/json"
 * id="page-data">`.
 */
export const PAGE_DATA_ID = 'page-data'

/** Opens the build in `dist`: the empty page, and the renderer if there is one. */
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
    // without a renderer every page is the empty one, which also works, only later
    log.warn({ err: error }, 'pages are not rendered on the server')
    return null
  }
}

/** Returns the script, built as a module and wrapped for use inside a page; null when the build has none. */
async function readAskScript(client: string): Promise<string | null> {
  const names = await readdir(path.join(client, 'assets')).catch(() => [])
  const name = names.find((each) => ASK_SCRIPT.test(each))
  const script = name && (await readFile(path.join(client, 'assets', name), 'utf8'))
  return script ? `(()=>{${script.trim()}})()` : null
}

/** Built from `client/app/first-paint/early-ask.ts`. */
const ASK_SCRIPT = /^early-ask-[^/]+\.js$/

/**
 * Returns the first step and its script. The script comes first in the page, so that a tap on anything already
 * visible is not lost.
 */
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

/** Returns the hash by which a Content-Security-Policy names an inline part of a page. */
export const hashOf = (inlined: string) => `sha256-${createHash('sha256').update(inlined).digest('base64')}`
