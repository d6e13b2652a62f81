import { matchPrecache } from 'workbox-precaching'
import { openPaintFirst } from '../../sync/text/paint-first.ts'
import { inTurn, LOOKS, type Look, SHELL, STARTS } from '../pwa/start-snapshot.ts'
import type { BuiltFile } from './service-worker-assets.ts'

const AFTER_LOOK = /^assets\/after-look-[^/]+\.js$/
/** What the app's text is set in. */
const FONT = /^assets\/(archivo-latin-wdth|public-sans-latin-wght)-normal-[^/]+\.woff2$/
const POLICY = 'content-security-policy'
/** A page with it gets a process of its own once its headers are read, although one was started for it by then. */
const PARTING = 'cross-origin-opener-policy'
/** Nothing is drawn before all of the look is read: it is here already, and each part drawn alone costs a whole layout. */
const DRAW_WHOLE = '<link rel="expect" href="#later" blocking="render">'

type Page = { text: string; headers: Headers }

/** What Chromium's installing workers know besides: where a browser looks by itself, without waiting for a worker. */
type Routing = ExtendableEvent & {
  addRoutes?(rules: { condition: object; source: { cacheName: string } }[]): Promise<void>
}

/**
 * Has the browser take the app's starts from the cache themselves, where it can: a worker has to be started first. What
 * it does not find there it asks the network for, so there is a page for each before it is told, and from then on.
 */
export async function routeStarts(built: readonly BuiltFile[], event: Routing): Promise<void> {
  if (!event.addRoutes) return
  const shell = await fetch(SHELL, { cache: 'no-cache' })
  if (!shell.ok) return
  const pages = await caches.open(pagesOf(built))
  const empty = toPage(await shell.text(), shell.headers)
  for (const address of [SHELL, ...STARTS]) {
    // a worker of the same pages may be in charge
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

/** The page on which an address starts here: what it last showed, to be read until the app itself stands and answers. */
export async function startOnLook(
  built: readonly BuiltFile[],
  { pathname, search }: URL,
): Promise<Response | undefined> {
  return caches.match(pathname + search, { cacheName: pagesOf(built) })
}

/** What former builds made of the looks: their pages name files that this one does not have. */
export async function dropFormerStarts(built: readonly BuiltFile[]): Promise<void> {
  const own = pagesOf(built)
  const former = (await caches.keys()).filter((name) => name.startsWith(`${LOOKS} `) && name !== own)
  await Promise.all(former.map((name) => caches.delete(name)))
}

/**
 * Makes whole pages of the screens kept, so that a start has nothing to do but to hand one over: when one was kept, and
 * when another build takes over, whose pages name other files.
 */
export async function composeLooks(built: readonly BuiltFile[]): Promise<void> {
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
      const look: Look | undefined = await (await caches.match(address, { cacheName: LOOKS }))?.json()
      await pages.put(address, look ? await compose(page, { script, fonts, scripts }, look) : empty.clone())
    }
  })
}

/** Of a build alone: a page names files that no other build has. */
function pagesOf(built: readonly BuiltFile[]): string {
  const shell = built.find(({ url }) => `/${url}` === SHELL)
  return `${LOOKS} ${shell?.revision} ${goOnOf(built)}`
}

function goOnOf(built: readonly BuiltFile[]): string | undefined {
  return built.find(({ url }) => AFTER_LOOK.test(url))?.url
}

/** `script` runs in the page; the others are addresses of what the app needs at once. */
type Parts = { script: string; fonts: readonly string[]; scripts: readonly string[] }

/**
 * The shell with what an address last showed here: with the styles of that alone, and everything else fetched by a
 * small script once it is painted (`after-look.ts`). The app's styles are fetched and do not count before the app takes
 * over (`whole-screen.ts`).
 */
async function compose(
  shell: Page,
  { script, ...needed }: Parts,
  { markup, styles }: Look,
): Promise<Response> {
  // what the build made a module of is a script of its own here
  const startScript = `(()=>{${script}})()`
  const template = shell.text.replace('</head>', `${DRAW_WHOLE}</head>`)
  const paint = openPaintFirst({ template, startScript, stylesFor: () => () => styles })
  const fonts = needed.fonts.map((href) => `<link rel="preload" as="font" href="${href}" crossorigin>`)
  // else each is known only once the one before it has run
  const scripts = needed.scripts.map((href) => `<link rel="modulepreload" href="${href}">`)
  const html = paint(`<div id="root" inert>${markup}</div>`)
    .replace('<link rel="stylesheet"', `${fonts.join('')}<link rel="stylesheet" media="not all"`)
    .replace('</template>', `${scripts.join('')}</template>`)
  const page = toPage(html, shell.headers)
  const policy = page.headers.get(POLICY)
  if (policy) page.headers.set(POLICY, allow(policy, await hashOf(styles), await hashOf(startScript)))
  // what starts the app has opened it for nobody; any other page leaves by its script before it shows a word
  page.headers.delete(PARTING)
  return page
}

/** As it is kept: whole, and for whoever asks. */
function toPage(html: string, from: Headers): Response {
  const headers = new Headers(from)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  return new Response(html, { headers })
}

/** The shell's own policy, which lets in no other styles but these, and one script. */
const allow = (policy: string, styles: string, script: string) =>
  policy
    .replace(/style-src [^;]*/, `style-src 'self' ${styles}`)
    .replace("script-src 'self'", `script-src 'self' ${script}`)

async function hashOf(inlined: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inlined))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`
}
