import path from 'node:path'
import type { Hono } from 'hono'
import { PRODUCT } from '../../sync/text/product.ts'
import type { AppEnv } from '../http/app-env.ts'
import { PROJECT } from '../site/build.ts'
import { setTestPayments, withHead } from '../site/head-tags.ts'
import { hashOf, type Pages } from '../site/page.ts'
import { readStaticFiles, type StaticFiles } from '../site/static.ts'

/**
 * Opens the pages for client development: each starts from the empty page, as Vite serves it at this address, and
 * requests its data.
 */
export async function openDevPages(address: string, testPayments: string | null): Promise<Pages> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`Vite answered ${answer.status} at ${address}.`)
  const file = await answer.text()
  const template = testPayments ? setTestPayments(file, testPayments) : file
  const inlined = { styles: [], scripts: scriptsOf(template).map(hashOf) }
  return {
    shell: (head) => (head ? withHead(template, head) : template),
    render: async (page) => ({ html: withHead(template, page), inlined }),
    inlined,
  }
}

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)

/** Registers the pages of the workbench, which only the client renders. */
export function devPageRoutes(app: Hono<AppEnv>, pages: Pages): void {
  for (const path of ['/dev/device', '/dev/ui'])
    app.get(path, (c) => c.html(pages.shell({ title: PRODUCT.name, noindex: true })))
}

/** Reads the files outside the client's bundle, and the drawing for the pictures of shared links. */
export async function readDevFiles(): Promise<StaticFiles> {
  const [files, drawings] = await Promise.all([
    readStaticFiles(path.join(PROJECT, 'public')),
    readStaticFiles(path.join(PROJECT, 'client', 'ui', 'chalk')),
  ])
  const chalk = drawings.get('/chalk.svg')
  return new Map([...files, ...(chalk ? [['/assets/chalk-dev.svg', chalk] as const] : [])])
}
