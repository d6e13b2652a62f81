import type { Context as Call } from 'hono'
import { findAthlete } from '../athlete/find.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { STANDING_PATHS, siteOrigin } from './page-heads.ts'
import { athletePicture, SITE_PICTURE } from './profile-head.ts'
import type { SharePicture } from './share-picture/draw-share-picture.ts'
import { openSharePictures, sharePictureVersion } from './share-picture/share-pictures.ts'
import { openSitemap, SITEMAP_KEPT_S } from './sitemap.ts'
import type { StaticFiles } from './static.ts'

const XML = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': `public, max-age=${SITEMAP_KEPT_S}`,
}
/** The built form of `client/ui/chalk/chalk.svg`. */
const DRAWING = /^\/assets\/chalk-[\w-]+\.svg$/
const PICTURE_KEPT_S = 86_400
const NOT_FOUND = { code: 'not-found' } as const

/** Registers what search engines and social networks request: the sitemap, and the pictures of shared links. */
export function foundRoutes({ app, context, limit }: RouteGroup, files: StaticFiles): void {
  const lists = limit('sitemap', { per: 'address', max: 60, windowS: 60 })
  const pictures = limit('cards', { per: 'address', max: 60, windowS: 60 })
  const pages = [...STANDING_PATHS, '/ask', '/demo']
  const sitemap = openSitemap(context, { origin: siteOrigin(context.env), pages })
  const drawer = openSharePictures(drawingOf(files))
  const answerPicture = async (c: Call<AppEnv>, shown: SharePicture) => {
    const etag = `"${sharePictureVersion(shown)}"`
    // allowed across origins, because other sites show the picture
    const headers = {
      'cache-control': `public, max-age=${PICTURE_KEPT_S}`,
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    return c.body(await drawer.drawn(shown), 200, { ...headers, 'content-type': 'image/png' })
  }
  app.get('/sitemap.xml', lists, async (c) => c.body(await sitemap.index(), 200, XML))
  app.get('/:part{sitemap-[0-9]+\\.xml}', lists, async (c) => {
    const part = await sitemap.part(Number(/\d+/.exec(c.req.param('part'))?.[0]))
    return part === null ? answerRefusal(c, NOT_FOUND) : c.body(part, 200, XML)
  })
  app.get('/card.png', pictures, (c) => answerPicture(c, SITE_PICTURE))
  app.get('/ask/:username/card.png', pictures, async (c) => {
    const athlete = await findAthlete(context, c.req.param('username'))
    return athlete.ok ? answerPicture(c, athletePicture(athlete.value)) : answerRefusal(c, athlete.refusal)
  })
}

/** Registers the built `robots.txt` with the sitemap's address, which must contain the site's own origin. */
export function robotsRoute({ app, context }: RouteGroup, files: StaticFiles): void {
  const rules = textOf(files, '/robots.txt')
  app.get('/robots.txt', (c) => {
    c.header('cache-control', `public, max-age=${SITEMAP_KEPT_S}`)
    return c.text(`${rules.trimEnd()}\n\nSitemap: ${siteOrigin(context.env)}/sitemap.xml\n`)
  })
}

function drawingOf(files: StaticFiles): string {
  const name = [...files.keys()].find((each) => DRAWING.test(each))
  return name ? textOf(files, name) : ''
}

function textOf(files: StaticFiles, name: string): string {
  return new TextDecoder().decode(files.get(name)?.bytes.plain)
}
