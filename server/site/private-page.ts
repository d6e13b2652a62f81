import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ViewAnswer, viewCall } from '../../sync/calls.ts'
import { statusOfRefusal } from '../../sync/errors.ts'
import { type Result, refuse } from '../../sync/result.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { viewByLink } from '../question/fan-view.ts'
import type { AnswerPage } from './answer-page.ts'
import type { Pages } from './page.ts'

/** True for the fan who asked, and for whoever got a shared link from them. */
const HEAD = { title: `Question and answer · ${PRODUCT.name}`, noindex: true }

/**
 * Registers the page behind a private link (S1-2, D41), sent as HTML with its content, so that a fan who comes from
 * a mail can read it at once. Opening it changes nothing. A link that opens nothing, too many requests, and a
 * server error get the empty page, which then finds out the reason by itself.
 */
export function privatePage(group: RouteGroup, pages: Pages, answer: AnswerPage): void {
  const { app, context, limit } = group
  const looking = limit('view-page', { per: 'address', max: 300, windowS: 600 })
  app.get('/view/:token', async (c) => {
    const call = viewCall.safeParse({ token: c.req.param('token') })
    const looked: { found?: Result<ViewAnswer> } = {}
    try {
      await looking(c, async () => {
        looked.found = call.success ? await viewByLink(context, call.data.token) : refuse('not-found')
      })
    } catch (error) {
      context.log.warn({ err: error }, 'a private page goes out without what it shows')
    }
    const { found } = looked
    if (found?.ok) return answer(c, { ...HEAD, path: c.req.path, data: found.value, isPrivate: true })
    if (!found) return c.html(pages.shell(HEAD))
    c.set('refused', { code: found.refusal.code, route: '/view/:token' })
    return c.html(pages.shell(HEAD), statusOfRefusal(found.refusal.code) as ContentfulStatusCode)
  })
}
