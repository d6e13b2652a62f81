import { matchPrecache } from 'workbox-precaching'
import { openPaintFirst } from '../../sync/text/paint-first.ts'
import { inTurn, SHELL, SNAPSHOTS, STARTS, type StartSnapshot } from '../pwa/start-snapshot.ts'
import { type BuiltFile, isOfAddress } from './service-worker-assets.ts'

const AFTER_SNAPSHOT = /^assets\/after-snapshot-[^/]+\.js$/
/** The fonts of the app's text. */
const FONT = /^assets\/(archivo-latin-wdth|public-sans-latin-wght)-normal-[^/]+\.woff2$/
/** The app's empty page has this; the page of a captive portal does not. */
const ROOT = 'id="root"'
const POLICY = 'content-security-policy'
/**
 * A page with this header gets a new process once its headers are read, although the browser has already started
 * one.
 */
const PARTING = 'cross-origin-opener-policy'
/**
 * Blocks rendering until the whole snapshot is parsed: it is local anyway, and rendering it in parts costs a layout
 * for each.
 */
const DRAW_WHOLE = '<link rel="expect" href="#later" blocking="render">'

type Page = { text: string; headers: Headers }

/** Chromium's static routing, which answers from a cache without starting the worker. */
type Routing = ExtendableEvent & {
  addRoutes?(rules: { condition: object; source: { cacheName: string } }[]): Promise<void>
}

/**
 * Makes the browser take the app's start addresses from the cache without starting a worker, where it can. It asks
 * the network for an address missing there, so this stores a page for each address before adding the routes.
 */
export async function routeStarts(built: readonly BuiltFile[], event: Routing): Promise<void> {
  if (!event.addRoutes) return
  const shell = await fetch(SHELL, { cache: 'no-cache' })
  const text = await shell.text()
  if (!isOfAddress(SHELL, shell) || !text.includes(ROOT)) return
  const pages = await caches.open(pagesOf(built))
  const empty = toPage(text, shell.headers)
  for (const address of [SHELL, ...STARTS]) {
    // Keep an existing page, because a worker with the same pages may be active.
    if (!(await pages.match(address))) await pages.put(address, empty.clone())
  }
  const source = { cacheName: pagesOf(built) }
  const rules = STARTS.map((start) => {
    const { pathname, search } = new URL(start, location.origin)
    return {
      condition: { urlPattern: { pathname, search: search.slice(1) }, requestMode: 'navigate' },
      source,
    }
  })
  await event.addRoutes(rules)
}

/** Returns the page stored for a start address: its last screen, to be read until the app itself has started. */
export async function startOnSnapshot(
  built: readonly BuiltFile[],
  { pathname, search }: URL,
): Promise<Response | undefined> {
  return caches.match(pathname + search, { cacheName: pagesOf(built) })
}

/** Deletes the start pages of former builds, because they name files that this build does not have. */
export async function dropFormerStarts(built: readonly BuiltFile[]): Promise<void> {
  const own = pagesOf(built)
  const former = (await caches.keys()).filter((name) => name.startsWith(`${SNAPSHOTS} `) && name !== own)
  await Promise.all(former.map((name) => caches.delete(name)))
}

/**
 * Builds a whole page from each start snapshot, so that a start only has to return it. Runs when a snapshot was
 * stored, and when another build takes over, because the pages name the build's files.
 */
export async function composeSnapshots(built: readonly BuiltFile[]): Promise<void> {
  await inTurn(async () => {
    const shell = await matchPrecache(SHELL)
    const goOn = await matchPrecache(goOnOf(built) ?? '')
    if (!shell || !goOn) return
    const page = { text: await shell.text(), headers: shell.headers }
    const script = await goOn.text()
    const fonts = built.filter(({ url }) => FONT.test(url)).map(({ url }) => `/${url}`)
    const scripts = built.filter(({ ofStart }) => ofStart).map(({ url }) => `/${url}`)
    const pages = await caches.open(pagesOf(built))
    const empty = toPage(page.text, page.headers)
    await pages.put(SHELL, empty.clone())
    for (const address of STARTS) {
      const snapshot: StartSnapshot | undefined = await (
        await caches.match(address, { cacheName: SNAPSHOTS })
      )?.json()
      await pages.put(
        address,
        snapshot ? await compose(page, { script, fonts, scripts }, snapshot) : empty.clone(),
      )
    }
  })
}

/** Returns the name of this build's cache of pages; each build needs its own, because the pages name its files. */
function pagesOf(built: readonly BuiltFile[]): string {
  const shell = built.find(({ url }) => `/${url}` === SHELL)
  return `${SNAPSHOTS} ${shell?.revision} ${goOnOf(built)}`
}

function goOnOf(built: readonly BuiltFile[]): string | undefined {
  return built.find(({ url }) => AFTER_SNAPSHOT.test(url))?.url
}

/** `script` runs in the page; `fonts` and `scripts` are the addresses of files that the app needs at once. */
type Parts = { script: string; fonts: readonly string[]; scripts: readonly string[] }

/**
 * Builds the shell with a snapshot inside and only the snapshot's styles. A small script fetches everything else
 * after the first paint (`after-snapshot.ts`). The app's own stylesheet is fetched, but applies only once the app takes
 * over (`whole-screen.ts`).
 */
async function compose(
  shell: Page,
  { script, ...needed }: Parts,
  { markup, styles }: StartSnapshot,
): Promise<Response> {
  // The build made a module of this script; here it runs as an inline script, so it needs a scope of its own.
  const startScript = `(()=>{${script}})()`
  const template = shell.text.replace('</head>', `${DRAW_WHOLE}</head>`)
  const paint = openPaintFirst({ template, startScript, stylesFor: () => () => styles })
  const fonts = needed.fonts.map((href) => `<link rel="preload" as="font" href="${href}" crossorigin>`)
  // Preload the scripts; otherwise the browser learns of each only after the one before has run.
  const scripts = needed.scripts.map((href) => `<link rel="modulepreload" href="${href}">`)
  const html = paint(`<div id="root" data-snapshot>${markup}</div>`)
    .replace('<link rel="stylesheet"', `${fonts.join('')}<link rel="stylesheet" media="not all"`)
    .replace('</template>', `${scripts.join('')}</template>`)
  const page = toPage(html, shell.headers)
  const policy = page.headers.get(POLICY)
  if (policy) page.headers.set(POLICY, allow(policy, await hashOf(styles), await hashOf(startScript)))
  // The installed app's start has no opener, so it needs no isolation; any other page is replaced by its script
  // before it shows anything.
  page.headers.delete(PARTING)
  return page
}

/** Builds the response to store, without the headers that describe the original transfer. */
function toPage(html: string, from: Headers): Response {
  const headers = new Headers(from)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  return new Response(html, { headers })
}

/** Adds the hashes of one inline style and one script to the shell's policy, and allows no other inline styles. */
const allow = (policy: string, styles: string, script: string) =>
  policy
    .replace(/style-src [^;]*/, `style-src 'self' ${styles}`)
    .replace("script-src 'self'", `script-src 'self' ${script}`)

async function hashOf(inlined: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inlined))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`
}
