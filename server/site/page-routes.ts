import { compress } from 'hono/compress'
import { COPY, PRODUCT } from '../../sync/copy.ts'
import { findAthlete, listAthletes } from '../athlete/find.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import type { PageHead, Pages } from './page.ts'

const TITLES: Record<string, PageHead> = {
  '/': {
    title: `${PRODUCT.name}: real athletes, affordable advice`,
    description:
      'Ask an athlete a short question by text or video. They answer by video within 72 hours, or you are not charged.',
  },
  '/ask': {
    title: `Pick an athlete, ask a question · ${PRODUCT.name}`,
    description: 'Athletes, coaches and creators who answer your question by video.',
  },
}

/** Pages the app brings up by itself, from the empty one. */
const APP_PATHS = [
  '/signin',
  '/join',
  '/fanjoin',
  '/athletejoin',
  '/passwordreset',
  '/benefits',
  '/contact',
  '/demo',
  '/privacypolicy',
  '/termsofservice',
  '/dashboard',
  '/dashboard/*',
  '/admin',
  '/admin/*',
]

/** The app's pages: public ones arrive as HTML with their data, all others as the empty page the app starts from. */
export function pageRoutes({ app, context }: RouteGroup, pages: Pages): void {
  // built files are compressed already, and streams never come by here
  app.use(compress())
  app.get('/shell.html', (c) => c.html(pages.shell()))
  app.get('/', async (c) => c.html(await pages.render({ ...head('/'), path: '/', data: null })))
  app.get('/ask', async (c) =>
    c.html(await pages.render({ ...head('/ask'), path: '/ask', data: await listAthletes(context, '') })),
  )
  app.get('/athletes/:username', (c) =>
    c.redirect(`/ask/${encodeURIComponent(c.req.param('username'))}`, 301),
  )
  app.get('/ask/:username', async (c) => {
    const username = c.req.param('username')
    const athlete = await findAthlete(context, username)
    if (!athlete.ok)
      return c.html(pages.shell({ title: `${COPY.athleteNotFound} · ${PRODUCT.name}`, noindex: true }), 404)
    const { firstName, lastName, sport } = athlete.value
    const title = `Ask ${firstName} ${lastName} · ${sport} · ${PRODUCT.name}`
    const description = athlete.value.bio.slice(0, 160)
    return c.html(await pages.render({ title, description, path: `/ask/${username}`, data: athlete.value }))
  })
  app.get('/view/:token', (c) =>
    c.html(pages.shell({ title: `Your question · ${PRODUCT.name}`, noindex: true })),
  )
  for (const path of APP_PATHS)
    app.get(path, (c) => c.html(pages.shell({ title: PRODUCT.name, noindex: true })))
  app.get('*', (c) => c.html(pages.shell({ title: `Not found · ${PRODUCT.name}`, noindex: true }), 404))
}

function head(path: string): PageHead {
  return TITLES[path] ?? { title: PRODUCT.name }
}
