import { Hono } from 'hono'
import { USER_MEDIA } from '../../sync/paths.ts'
import { admitMail } from '../account/access/admit-mail.ts'
import { identify } from '../account/identify.ts'
import { accountRoutes } from '../account/routes.ts'
import { factorGuard } from '../account/second-factor/asked-again.ts'
import { noteSecurity } from '../account/security-events.ts'
import { rememberDevices } from '../account/sessions/known-device.ts'
import { renewSessions } from '../account/sessions/renew-session.ts'
import { answerRoutes } from '../answer/routes.ts'
import { athleteRoutes } from '../athlete/routes.ts'
import type { Context } from '../context.ts'
import { deskRoutes } from '../desk/routes.ts'
import { devPageRoutes } from '../dev/client-pages.ts'
import { erasureRoutes } from '../erasure/routes.ts'
import { figureRoutes } from '../figures/routes.ts'
import type { AppEnv } from '../http/app-env.ts'
import { clientAddress } from '../http/client-address.ts'
import { bodyAhead } from '../http/connection/body-ahead.ts'
import { csrfGuard } from '../http/csrf.ts'
import { letHeadsGo } from '../http/head.ts'
import { securityHeaders } from '../http/headers.ts'
import { healthRoutes } from '../http/health.ts'
import { jsonOnly, loopbackOnly, originGuard } from '../http/origin.ts'
import { rateLimits } from '../http/rate-limit.ts'
import { answerFailure, answerRefusal, logAnswers } from '../http/refusal-response.ts'
import { requestId } from '../http/request-id.ts'
import type { Drain } from '../http/stop.ts'
import { inTurn } from '../media/lock/request-queue.ts'
import { mediaRoutes } from '../media/routes.ts'
import { notifyRoutes } from '../notify/routes.ts'
import { paymentRoutes } from '../payment/routes.ts'
import { adopt } from '../question/claim/adopt.ts'
import { questionRoutes } from '../question/routes.ts'
import { ratingRoutes } from '../rating/routes.ts'
import { robotsRoute } from '../site/found-routes.ts'
import type { Pages } from '../site/page.ts'
import { pageRoutes } from '../site/page-routes.ts'
import { type FindFormer, type StaticFiles, serveStatic } from '../site/static.ts'
import type { Hub } from '../sync/hub.ts'
import { syncRoutes } from '../sync/routes.ts'
import { watchRoutes } from '../watch/routes.ts'
import { watchRequests } from '../watch/watch-requests.ts'
import { handlerOf } from './intent-handlers.ts'

/**
 * The parts of an app besides its context: the hub for streams, the build's site, and whether the server is
 * draining.
 */
export type AppParts = { hub: Hub; site: Site | null; drain?: Drain }

/** The pages of this build, with its files and those of other builds. */
type Site = { pages: Pages; files: StaticFiles; former?: FindFormer }

const WEBHOOKS = '/api/webhooks/'
const UPLOADS = '/files/'
const STAND_IN = '/dev/stripe/'
const TEST = '/test/'
/** Paths below which no page lives; what no route answers there is not found. */
const CALLED_ALONE = '/api/* /sync/* /files/* /media/* /player/* /userMedia/* /dev/* /test/*'.split(' ')

/** Makes the whole HTTP side as a Hono app that does not listen; tests call `app.request()`. */
export function createApp(context: Context, { hub, site, drain }: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(answerFailure(context.log))
  app.notFound((c) => answerRefusal(c, { code: 'not-found' }))
  // First of all, before any slow middleware, read the bytes of an upload that its connection brought, in the
  // order they arrived.
  app.use('/files/*', bodyAhead, inTurn())
  app.use(letHeadsGo())
  app.use(requestId(context.random))
  app.use(watchRequests(context))
  app.use(logAnswers(context.log))
  app.use(clientAddress(context.env))
  app.use(securityHeaders(context.env, site?.pages.inlined))
  app.use(loopbackOnly(context.env))
  app.use(originGuard({ env: context.env, except: [WEBHOOKS, TEST] }))
  const called = ['/api/*', '/sync/*', '/files', '/files/*', USER_MEDIA.path, '/dev/stripe/*']
  for (const path of called) app.use(path, identify(context))
  app.use('/api/*', renewSessions(context), rememberDevices(context))
  app.use('/api/*', jsonOnly(['/api/']))
  app.use('/sync/*', jsonOnly(['/sync/']))
  const guard = csrfGuard({ secrets: context.secrets, except: [WEBHOOKS, UPLOADS, STAND_IN] })
  app.use('/api/*', guard)
  app.use('/sync/*', guard)
  app.use(USER_MEDIA.path, guard)
  app.use('/api/*', factorGuard(context))

  for (const path of ['/api/account/*', '/api/auth/*']) app.use(path, noteSecurity(context))

  const group = { app, context, limit: rateLimits(context) }
  healthRoutes(group, drain)
  accountRoutes(group, adopt)
  athleteRoutes(group)
  questionRoutes(group)
  answerRoutes(group)
  ratingRoutes(group)
  deskRoutes(group)
  figureRoutes(group)
  syncRoutes(group, { hub, handlerOf })
  mediaRoutes(group)
  paymentRoutes(group)
  notifyRoutes(group, admitMail)
  erasureRoutes(group)
  watchRoutes(group)
  if (context.env.mode !== 'production') context.devRoutes?.(group)
  if (context.env.devClient && site) devPageRoutes(app, site.pages)
  for (const path of CALLED_ALONE) app.use(path, async (c) => answerRefusal(c, { code: 'not-found' }))
  if (site) {
    robotsRoute(group, site.files)
    app.use(serveStatic(site.files, site.former))
    pageRoutes(group, site.pages, site.files)
  }
  return app
}

/**
 * Makes the app of a process without users: it answers whether the process is alive and works, and "not found" to
 * everything else.
 */
export function createHealthApp(context: Context, drain: Drain): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(answerFailure(context.log))
  app.notFound((c) => answerRefusal(c, { code: 'not-found' }))
  app.use(requestId(context.random))
  app.use(securityHeaders(context.env))
  app.use(loopbackOnly(context.env))
  healthRoutes({ app, context }, drain)
  return app
}
