import { readLook } from './last-look.ts'
import type { BuiltFile } from './service-worker-assets.ts'

const ROOT = '<div id="root"></div>'
const STYLE = /<style data-href="([^"]+)">[\s\S]*?<\/style>/
const APP = /(<script type="module"[^>]*><\/script>\s*)+/
const AFTER_LOOK = /\/after-look-[^/]+\.js$/
const POLICY = 'content-security-policy'

/**
 * The shell with what this address last showed here, to be read until the app itself stands and answers: with the
 * styles of that alone, and everything else fetched by a small script once it is painted (`after-look.ts`). The shell
 * may still be on its way: of the two caches neither waits for the other. Undefined where there is no shell.
 */
export async function withLastLook(
  asked: Promise<Response | undefined>,
  { pathname, search }: URL,
  built: readonly BuiltFile[],
): Promise<Response | undefined> {
  const [shell, look] = await Promise.all([asked, readLook(pathname + search).catch(() => null)])
  if (!shell) return
  const goOn = built.find(({ url }) => AFTER_LOOK.test(url))
  if (!look || !goOn) return shell
  const page = await shell.clone().text()
  const [style, href] = page.match(STYLE) ?? []
  const [app] = page.match(APP) ?? []
  if (!style || !app) return shell
  const later = `<template id="later"><link rel="stylesheet" href="${href}">${app}</template>`
  const html = page
    .replace(style, () => `<style data-href="${href}">${look.styles}</style>`)
    .replace(ROOT, () => `<div id="root" inert>${look.markup}</div>`)
    .replace(app, () => `${later}<script type="module" src="/${goOn.url}"></script>`)
  return new Response(html, { headers: await headersOf(shell, look.styles) })
}

/** The shell's own, which let in no other styles but these. */
async function headersOf(shell: Response, styles: string): Promise<Headers> {
  const headers = new Headers(shell.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const policy = headers.get(POLICY)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles))
  const allowed = `style-src 'self' 'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`
  if (policy) headers.set(POLICY, policy.replace(/style-src [^;]*/, allowed))
  return headers
}
