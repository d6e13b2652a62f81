import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { PageContent, Pages, Rendered } from './page.ts'
import { acceptedEncodings } from './static.ts'

type Brotli = Buffer<ArrayBuffer>
type Kept = { page: Rendered; brotli: Brotli; better?: Promise<void> }

const PAGES = 64
/**
 * The quick compression level. The best level is forty times slower and makes pages a tenth smaller, so only pages
 * that are asked for again get it.
 */
const FAST = 5

/** Sends a page. A page that is `isPrivate` is rendered for each request and never kept. */
export type AnswerPage = (
  c: Context<AppEnv>,
  page: PageContent & { isPrivate?: boolean },
) => Promise<Response>

/**
 * Creates the sender of pages, compressed to fit the first packets of a connection. A public page with the same
 * data is rendered once while it is among the last ones requested, and compressed at the best level when it is
 * requested again.
 */
export function answerPages({ render }: Pages): AnswerPage {
  const kept = new Map<string, Promise<Kept>>()
  const take = (page: PageContent) => {
    const key = JSON.stringify([page.path, page.data])
    const found = kept.get(key)?.then(improve) ?? render(page).then(compressed)
    kept.delete(key)
    kept.set(key, found)
    const [oldest] = kept.keys()
    if (kept.size > PAGES && oldest !== undefined) kept.delete(oldest)
    return found
  }
  return async (c, { isPrivate = false, ...asked }) => {
    const { page, brotli } = await (isPrivate ? render(asked).then(compressed) : take(asked))
    c.set('inlined', page.inlined)
    if (!acceptedEncodings(c.req.header('accept-encoding') ?? '').includes('br')) return c.html(page.html)
    c.header('content-encoding', 'br')
    c.header('vary', 'accept-encoding')
    c.header('content-type', 'text/html; charset=utf-8')
    return c.body(brotli)
  }
}

async function compressed(page: Rendered): Promise<Kept> {
  return { page, brotli: await compress(page.html, FAST) }
}

/** Starts the best compression without waiting for it: until it is done, the page is sent as it is. */
function improve(kept: Kept): Kept {
  kept.better ??= compress(kept.page.html, constants.BROTLI_MAX_QUALITY).then((best) => {
    kept.brotli = best
  })
  return kept
}

function compress(html: string, quality: number): Promise<Brotli> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return promisify(brotliCompress)(html, { params })
}
