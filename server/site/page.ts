import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Log, loggableError } from '../log.ts'
import { blockJson, type PageHead, withHead } from './head-tags.ts'

/** A page with its content: `path` names it to the renderer, `data` travels along as a JSON block. */
export type PublicPage = PageHead & { path: string; data: unknown }

export type Pages = {
  /** The app's empty page; every screen can start from it. Also `/shell.html`, which the service worker keeps. */
  shell(head?: PageHead): string
  /** A public page as HTML with its data, or the empty page should it not render. */
  render(page: PublicPage): Promise<string>
  /** Of the styles inlined at build time, for the content security policy. */
  styleHashes: readonly string[]
}

/** The client's renderer, built for the server; the HTML of a screen, or null for one it does not know. */
type RenderPage = (path: string, data: unknown, isStandIn: boolean) => Promise<string | null> | string | null

type PageFacts = {
  /** Payments run on the local stand-in: every page says so from its first paint on. */
  isStandIn?: boolean
}

const ROOT = '<div id="root"></div>'
/** Where the app finds the data of the page it was sent: `<script type="application/json" id="page-data">`. */
export const PAGE_DATA_ID = 'page-data'

/** Opens what the build left in `dist`: the empty page, and the renderer if there is one. */
export async function openPages(
  dist: string,
  log: Log,
  { isStandIn = false }: PageFacts = {},
): Promise<Pages> {
  const built = await readFile(path.join(dist, 'client', 'index.html'), 'utf8')
  if (!built.includes(ROOT)) throw new Error(`The built index.html has no ${ROOT}.`)
  const template = isStandIn ? built.replace('<html ', '<html data-payments="stand-in" ') : built
  const load = await loadRenderer(path.join(dist, 'server', 'render.js'), log)
  const renderPage = load && ((pagePath: string, data: unknown) => load(pagePath, data, isStandIn))
  const render = async ({ path: pagePath, data, ...head }: PublicPage) => {
    const body = await renderBody({ renderPage, log }, pagePath, data)
    const shell = withHead(template, head)
    return body === null ? shell : shell.replace(ROOT, () => `<div id="root">${body}</div>${dataBlock(data)}`)
  }
  return {
    shell: (head) => (head ? withHead(template, head) : template),
    render,
    styleHashes: styleHashesOf(template),
  }
}

async function loadRenderer(file: string, log: Log): Promise<RenderPage | null> {
  try {
    const built = (await import(pathToFileURL(file).href)) as { renderPage?: RenderPage }
    return built.renderPage ?? null
  } catch (error) {
    // without a renderer every page is the empty one, which works as well, only later
    log.warn(loggableError(error), 'pages are not rendered on the server')
    return null
  }
}

type Renderer = {
  renderPage: ((path: string, data: unknown) => ReturnType<RenderPage>) | null
  log: Log
}

async function renderBody(
  { renderPage, log }: Renderer,
  pagePath: string,
  data: unknown,
): Promise<string | null> {
  try {
    return (await renderPage?.(pagePath, data)) ?? null
  } catch (error) {
    log.error({ path: pagePath, ...loggableError(error) }, 'a page did not render')
    return null
  }
}

function dataBlock(data: unknown): string {
  return `<script type="application/json" id="${PAGE_DATA_ID}">${blockJson(data ?? null)}</script>`
}

function styleHashesOf(html: string): string[] {
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? '')
  return styles.map((css) => `sha256-${createHash('sha256').update(css).digest('base64')}`)
}
