import { compress } from 'hono/compress'
import { ATHLETE_COPY } from '../../sync/athlete/copy.ts'
import { directoryFilterOf, directorySearchOf, isFiltered } from '../../sync/athlete/directory.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { SHARED_PATH } from '../../sync/paths.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { findAthlete, listAthletes } from '../athlete/find.ts'
import { DIRECTORY_READS } from '../athlete/routes.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { type AnswerPage, answerPages } from './answer-page.ts'
import { foundRoutes } from './found-routes.ts'
import type { Pages } from './page.ts'
import { headOf, STANDING_PATHS, siteOrigin } from './page-heads.ts'
import { privatePage } from './private-page.ts'
import { profileHead } from './profile-head.ts'
import type { StaticFiles } from './static.ts'

/** The pages that the app renders by itself, from the empty page. */
const APP_PATHS = [
  '/signin',
  '/fanjoin',
  '/athletejoin',
  '/passwordreset',
  '/setup',
  '/mydata',
  '/keepaccount',
  '/wasthisyou',
  '/stoppayout',
  '/confirmemail',
  '/activity',
  '/dashboard',
  '/dashboard/*',
  '/admin',
  '/admin/*',
]

/** The path at which the page loads the short demo for athletes. */
const DEMO_VIDEO = '/demo/infield.mp4'

/**
 * Registers the app's pages. Public pages and private links are sent as HTML with their data, all others as the
 * empty page from which the app starts.
 */
export function pageRoutes(group: RouteGroup, pages: Pages, files: StaticFiles): void {
  const { app, context } = group
  const head = headOf(context.env)
  // built files are already compressed, and streams do not pass through here
  app.use(compress())
  const answer = answerPages(pages)
  app.get('/shell.html', (c) => c.html(pages.shell()))
  for (const path of STANDING_PATHS) app.get(path, (c) => answer(c, { ...head(path), path, data: null }))
  app.get('/demo', async (c) =>
    answer(c, { ...head('/demo'), path: '/demo', data: { hasVideo: files.has(DEMO_VIDEO) } }),
  )
  directoryPage(group, pages, answer)
  app.get('/athletes/:username', (c) =>
    c.redirect(`/ask/${encodeURIComponent(c.req.param('username'))}`, 301),
  )
  foundRoutes(group, files)
  app.get('/ask/:username', async (c) => {
    const username = c.req.param('username')
    const athlete = await findAthlete(context, username)
    if (!athlete.ok)
      return c.html(pages.shell({ title: `${ATHLETE_COPY.notFound} · ${PRODUCT.name}`, noindex: true }), 404)
    const path = `/ask/${username}`
    const own = { ...head(path), ...profileHead(athlete.value, { origin: siteOrigin(context.env) }) }
    return answer(c, { ...own, path, data: athlete.value })
  })
  app.get('/request/:username', async (c) => {
    const username = c.req.param('username')
    const athlete = await findAthlete(context, username)
    if (!athlete.ok)
      return c.html(pages.shell({ title: `${ATHLETE_COPY.notFound} · ${PRODUCT.name}`, noindex: true }), 404)
    const path = `/request/${username}`
    const { title } = head('/request')
    // all pages of an athlete have one canonical address
    return answer(c, { ...head(`/ask/${username}`), title, path, data: athlete.value })
  })
  privatePage(group, pages, answer)
  // the service worker asks here which site sent it a form
  app.get(SHARED_PATH, (c) =>
    c.text(c.req.header('sec-fetch-site') ?? '', 200, { 'cache-control': 'no-store' }),
  )
  for (const path of APP_PATHS)
    app.get(path, (c) => c.html(pages.shell({ title: PRODUCT.name, noindex: true })))
  app.get('*', (c) => c.html(pages.shell({ title: `Not found · ${PRODUCT.name}`, noindex: true }), 404))
}

/**
 * Registers the page of the directory. A search counts as one through the API does; one too many gets the empty page,
 * which then asks for the athletes by itself.
 */
function directoryPage({ app, context, limit }: RouteGroup, pages: Pages, answer: AnswerPage): void {
  const head = headOf(context.env)('/ask')
  const searching = limit('directory', DIRECTORY_READS)
  app.get('/ask', async (c) => {
    const filter = directoryFilterOf(c.req.query())
    const query = new URLSearchParams(directorySearchOf(filter)).toString()
    const listed: { data?: AthletesAnswer } = {}
    const list = async () => {
      const found = await listAthletes(context, { filter, address: c.var.clientAddress })
      if (found.ok) listed.data = found.value
      // says when to ask again, as the limit above does
      else answerRefusal(c, found.refusal)
    }
    await (query ? searching(c, list) : list())
    const { data } = listed
    if (!data) return c.html(pages.shell({ title: head.title, noindex: true }), 429)
    const path = query ? `/ask?${query}` : '/ask'
    return answer(c, { ...head, noindex: isFiltered(filter), path, data })
  })
}
