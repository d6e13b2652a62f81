import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { PageContent, Pages, Rendered } from './page.ts'
import { acceptedEncodings } from './static.ts'

type Brotli = Buffer<ArrayBuffer>
type Kept = { page: Rendered; brotli: Brotli; better?: Promise<void> }

const PAGES = 64
/** Best is forty times slower than fast, and a tenth smaller: only what is asked for again is worth it. */
const FAST = 5

/** Sends a page; one that is `isPrivate` is made anew for everybody who asks, and nothing of it is kept. */
export type AnswerPage = (
  c: Context<AppEnv>,
  page: PageContent & { isPrivate?: boolean },
) => Promise<Response>

/**
 * Sends pages small enough for the first packets of a connection. The same public page made from the same data is
 * rendered once for as long as it is among the last that were asked for, and compressed well when it is asked for again.
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

/** Nobody waits for it: until it is done the page goes out as it is. */
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
