import {
  createRootRouteWithContext,
  createRoute,
  type HistoryState,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { PRODUCT } from '../../sync/text/product.ts'
import { getSession } from '../api/session.ts'
import type { Profile } from '../pages/load-profile.ts'
import { NotFoundScreen, RouteErrorScreen } from './crash.tsx'
import type { FirstPage } from './router/first-page.ts'
import { lazyScreen as lazy } from './router/lazy-screen.ts'
import { RouterFrame } from './router/router-frame.tsx'
import { RequestError } from './router/screen-error.tsx'

const root = createRootRouteWithContext<{ first: FirstPage }>()({
  component: RouterFrame,
  errorComponent: RouteErrorScreen,
  notFoundComponent: NotFoundScreen,
})

/** Creates a route at a path, with its title and a component that is loaded when it is first needed. */
function screen<const Path extends string>(path: Path, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, head: () => titled(title) })
}

const titled = (title: string) => ({ meta: [{ title: title ? `${title} · ${PRODUCT.name}` : PRODUCT.name }] })

/**
 * Returns a screen's data once the screen itself is loaded too. A link preloads both before it is pressed. If the
 * data came first, the router would take the route for loaded, and a press would show nothing until the screen
 * came.
 */
async function withScreen<T>(screenOf: RouteComponent, given: T | Promise<T>): Promise<T> {
  const [data] = await Promise.all([given, screenOf.preload?.()])
  return data
}

/** Keeps a page as it is while its form is open, because a step of a form is a history entry of the same page. */
const unlessFormIsOpen = {
  shouldReload: ({ location: { state } }: { location: { state: HistoryState } }) =>
    state.ask || state.confirmsRequest ? false : undefined,
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazy(() => import('../pages/home/home-screen.tsx'), 'HomeScreen'),
  head: () => ({ meta: [{ title: `${PRODUCT.name}: real athletes, affordable advice` }] }),
})

const directoryScreen = lazy(() => import('../pages/directory-screen.tsx'), 'DirectoryScreen')
const directory = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  // No `loaderDeps`: the screen filters the roster by itself, and must not be loaded again when the filter changes.
  loader: ({ context, location }) => {
    const first = context.first.take(location.pathname)
    const roster = import('../athlete/shown-roster.ts').then((by) => by.loadRoster(location.search, first))
    return withScreen(directoryScreen, roster)
  },
  component: directoryScreen,
  head: () => titled('Pick an athlete, ask a question'),
})

const profileScreen = lazy(() => import('../pages/profile-screen.tsx'), 'ProfileScreen')
const profile = createRoute({
  getParentRoute: () => root,
  path: '/ask/$username',
  loader: ({ context, location, params: { username } }) => {
    const first = context.first.take(location.pathname)
    const found = import('../pages/load-profile.ts').then((by) => by.loadProfile(username, first))
    return withScreen(profileScreen, found)
  },
  ...unlessFormIsOpen,
  component: profileScreen,
  errorComponent: RequestError,
  head: ({ loaderData }) => titled(profileTitle(loaderData)),
})

function profileTitle(found: Profile | undefined): string {
  if (!found?.athlete) return found?.isMissing ? '' : 'Athlete not found'
  const { firstName, lastName, sport } = found.athlete
  return `Ask ${firstName} ${lastName} · ${sport}`
}

const requestScreen = lazy(() => import('../pages/request/request-screen.tsx'), 'RequestScreen')
const request = createRoute({
  getParentRoute: () => root,
  path: '/request/{-$username}',
  loader: ({ context, location, params: { username } }) => {
    const first = context.first.take(location.pathname)
    const asked = import('../pages/request/load-requested.ts').then((by) => by.loadRequested(username, first))
    return withScreen(requestScreen, asked)
  },
  ...unlessFormIsOpen,
  component: requestScreen,
  errorComponent: RequestError,
  head: () => titled('Make a request'),
})

const athletes = createRoute({
  getParentRoute: () => root,
  path: '/athletes/$username',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/ask/$username', params, replace: true })
  },
})

/** Loads the screen behind each guard. */
const GUARDED = {
  Dashboard: async () => (await import('../dashboard/dashboard-screen.tsx')).readFirst(getSession().account),
  Studio: () => import('../answer/studio-screen.tsx'),
  Desk: () => import('../desk/desk-screen.tsx'),
}

/** Loads a guard together with the screen it shows to members; otherwise a placeholder would appear in between. */
async function loadGuard(screen: keyof typeof GUARDED) {
  const { person, account } = getSession()
  const isMember = person !== null
  // Ignore a failure here, because the screen reports it when it is shown.
  const behind = isMember ? GUARDED[screen]().catch(() => {}) : null
  const rows = isMember
    ? import('../db/list-snapshots.ts').then((snapshots) => snapshots.loadListSnapshots(account))
    : null
  const guards = await import('./router/member-guards.tsx')
  await behind
  // Wait for the list's first rows, so that no placeholder appears before them. The list works without them too.
  await rows?.catch(() => {})
  if (isMember) await guards[screen].preload?.()?.catch(() => {})
  return guards
}

const demoScreen = lazy(() => import('../pages/demo/demo-screen.tsx'), 'DemoScreen')
const demo = createRoute({
  getParentRoute: () => root,
  path: '/demo',
  loader: ({ context, location }) => {
    const first = context.first.take(location.pathname)
    return withScreen(
      demoScreen,
      import('../pages/demo/load-demo.ts').then((by) => by.loadDemo(first)),
    )
  },
  component: demoScreen,
  head: () => titled('A short demo for athletes'),
})

const dashboard = lazy(() => loadGuard('Dashboard'), 'DashboardGuard')
const studio = lazy(() => loadGuard('Studio'), 'StudioGuard')
const desk = lazy(() => loadGuard('Desk'), 'DeskGuard')
const contact = lazy(() => import('../pages/contact/contact-screen.tsx'), 'ContactScreen')
const waitlist = lazy(() => import('../pages/waitlist/waitlist-screen.tsx'), 'WaitlistScreen')
const viewScreen = lazy(() => import('../question/view-screen.tsx'), 'ViewScreen')
const view = createRoute({
  getParentRoute: () => root,
  path: '/view/$token',
  loader: ({ context, location }) => withScreen(viewScreen, context.first.take(location.pathname)),
  component: viewScreen,
  head: () => titled('Question and answer'),
})
const join = lazy(() => import('../pages/join-screen.tsx'), 'JoinScreen')
const about = lazy(() => import('../pages/about/about-screen.tsx'), 'AboutScreen')
const benefits = lazy(() => import('../pages/benefits/benefits-screen.tsx'), 'BenefitsScreen')
const demoDashboard = lazy(() => import('../pages/demo/demo-dashboard-screen.tsx'), 'DemoDashboardScreen')
const privacy = lazy(() => import('../pages/legal/privacy-screen.tsx'), 'PrivacyScreen')
const terms = lazy(() => import('../pages/legal/terms-screen.tsx'), 'TermsScreen')
const lostLink = lazy(() => import('../pages/lost-link/lost-link-screen.tsx'), 'LostLinkScreen')
const activity = lazy(() => import('../pages/activity/activity-screen.tsx'), 'ActivityScreen')
const athleteJoin = lazy(() => import('../pages/athlete-join-screen.tsx'), 'AthleteJoinScreen')
const fanJoin = lazy(() => import('../pages/fan-join-screen.tsx'), 'FanJoinScreen')
const passwordReset = lazy(() => import('../pages/password-reset-screen.tsx'), 'PasswordResetScreen')
const setUp = lazy(() => import('../pages/set-up/set-up-screen.tsx'), 'SetUpScreen')
const mine = lazy(() => import('../pages/my-data/my-data-screen.tsx'), 'MineScreen')
const keepAccount = lazy(() => import('../pages/my-data/keep-account-screen.tsx'), 'KeepAccountScreen')
const claim = lazy(() => import('../pages/claim/claim-screen.tsx'), 'ClaimScreen')
const confirmEmail = lazy(() => import('../pages/address/confirm-email-screen.tsx'), 'ConfirmEmailScreen')
const stopPayout = lazy(() => import('../pages/payout/stop-payout-screen.tsx'), 'StopPayoutScreen')
const signIn = lazy(() => import('../pages/sign-in-screen.tsx'), 'SignInScreen')

/** The workbench's routes, which exist in development only. */
const workbench = import.meta.env.DEV
  ? [
      screen(
        '/dev/device',
        'This device',
        lazy(() => import('../dev/device-screen.tsx'), 'DeviceScreen'),
      ),
      screen(
        '/dev/ui',
        'Primitives',
        lazy(() => import('../dev/ui-screen.tsx'), 'UiScreen'),
      ),
    ]
  : []

/** All routes of the app, as in the specification's route table (S1-2, S2-2). */
export const routeTree = root.addChildren([
  home,
  directory,
  profile,
  athletes,
  request,
  view,
  screen('/signin', 'Sign in', signIn),
  screen('/join', 'Join', join),
  screen('/dashboard', 'Dashboard', dashboard),
  screen('/dashboard/conversation/$conversationId', 'Conversation', dashboard),
  screen('/dashboard/answer/$questionId', 'Answer', studio),
  screen('/admin', 'Desk', desk),
  screen('/fanjoin', 'Create a fan account', fanJoin),
  screen('/athletejoin', 'Create an athlete account', athleteJoin),
  screen('/contact', 'Contact us', contact),
  screen('/passwordreset', 'Change your password', passwordReset),
  screen('/mydata', 'Your data', mine),
  screen('/keepaccount', 'Do you want to stay?', keepAccount),
  screen('/wasthisyou', 'Was this you?', claim),
  screen('/stoppayout', 'Stop the change', stopPayout),
  screen('/confirmemail', 'Confirm your address', confirmEmail),
  screen('/setup', 'Join the team', setUp),
  screen('/waitlist', 'Apply to join', waitlist),
  screen('/lostlink', 'Lost link?', lostLink),
  screen('/activity', 'Activity', activity),
  screen('/about', 'About us', about),
  screen('/benefits', 'For athletes', benefits),
  demo,
  screen('/demodashboard', 'Demo dashboard', demoDashboard),
  screen('/privacypolicy', 'Privacy policy', privacy),
  screen('/termsofservice', 'Terms of service', terms),
  // Cast to an empty list, so that the router's types leave out the workbench: no link of the app leads there.
  ...(workbench as []),
])
