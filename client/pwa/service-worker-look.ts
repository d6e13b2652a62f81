import { matchPrecache } from 'workbox-precaching'
import { openPaintFirst } from '../../sync/text/paint-first.ts'
import { inTurn, LOOKS, type Look } from './last-look.ts'
import type { BuiltFile } from './service-worker-assets.ts'

const AFTER_LOOK = /^assets\/after-look-[^/]+\.js$/
const SHELL = 'shell.html'
const POLICY = 'content-security-policy'
/** Nothing is drawn before all of the look is read: it is here already, and each part drawn alone costs a whole layout. */
const DRAW_WHOLE = '<link rel="expect" href="#later" blocking="render">'

type Page = { text: string; headers: Headers }

/** The page on which an address starts here: what it last showed, to be read until the app itself stands and answers. */
export async function startOnLook(
  built: readonly BuiltFile[],
  { pathname, search }: URL,
): Promise<Response | undefined> {
  return caches.match(pathname + search, { cacheName: pagesOf(built) })
}

/**
 * Makes whole pages of the screens kept, so that a start has nothing to do but to hand one over: when one was kept, and
 * when another build takes over, whose pages name other files.
 */
export async function composeLooks(built: readonly BuiltFile[]): Promise<void> {
  const own = pagesOf(built)
  await inTurn(async () => {
    const names = await caches.keys()
    const former = names.filter((name) => name.startsWith(`${LOOKS} `) && name !== own)
    await Promise.all(former.map((name) => caches.delete(name)))
    const shell = await matchPrecache(SHELL)
    const goOn = await matchPrecache(goOnOf(built) ?? '')
    if (!shell || !goOn || !names.includes(LOOKS)) return
    const page = { text: await shell.text(), headers: shell.headers }
    const script = await goOn.text()
    const [kept, pages] = await Promise.all([caches.open(LOOKS), caches.open(own)])
    for (const address of await kept.keys()) {
      const look: Look = await (await kept.match(address))?.json()
      await pages.put(address, await compose(page, script, look))
    }
  })
}

/** Of a build alone: a page names files that no other build has. */
function pagesOf(built: readonly BuiltFile[]): string {
  const shell = built.find(({ url }) => url === SHELL)
  return `${LOOKS} ${shell?.revision} ${goOnOf(built)}`
}

function goOnOf(built: readonly BuiltFile[]): string | undefined {
  return built.find(({ url }) => AFTER_LOOK.test(url))?.url
}

/**
 * The shell with what an address last showed here: with the styles of that alone, and everything else fetched by a
 * small script once it is painted (`after-look.ts`).
 */
async function compose(shell: Page, goOn: string, { markup, styles }: Look): Promise<Response> {
  // what the build made a module of is a script of its own here
  const startScript = `(()=>{${goOn}})()`
  const template = shell.text.replace('</head>', `${DRAW_WHOLE}</head>`)
  const paint = openPaintFirst({ template, startScript, stylesFor: () => () => styles })
  const html = paint(`<div id="root" inert>${markup}</div>`)
  const headers = new Headers(shell.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const policy = headers.get(POLICY)
  if (policy) headers.set(POLICY, allow(policy, await hashOf(styles), await hashOf(startScript)))
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
