import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { PRODUCT } from '../sync/copy.ts'
import { NotFoundScreen, RouteErrorScreen } from './app/crash.tsx'
import type { FirstPage } from './app/router/first-page.ts'
import { RouterFrame } from './app/router/router-frame.tsx'
import type { Profile } from './pages/load-profile.ts'

const root = createRootRouteWithContext<{ first: FirstPage }>()({
  component: RouterFrame,
  errorComponent: RouteErrorScreen,
  notFoundComponent: NotFoundScreen,
})

/** A screen at a path: its title, and where its component is loaded from when it is first needed. */
function screen<const Path extends string>(path: Path, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, head: () => titled(title) })
}

const titled = (title: string) => ({ meta: [{ title: title ? `${title} · ${PRODUCT.name}` : PRODUCT.name }] })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazy(() => import('./pages/home/home-screen.tsx'), 'HomeScreen'),
  head: () => ({ meta: [{ title: `${PRODUCT.name}: real athletes, affordable advice` }] }),
})

const directory = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  loader: async ({ context }) => {
    const { loadRoster } = await import('./athlete/roster.ts')
    return loadRoster(context.first.take('/ask'))
  },
  component: lazy(() => import('./pages/directory-screen.tsx'), 'DirectoryScreen'),
  head: () => titled('Pick an athlete, ask a question'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/ask/$username',
  loader: async ({ context, params: { username } }) => {
    const { loadProfile } = await import('./pages/load-profile.ts')
    return loadProfile(username, context.first.take(`/ask/${username}`))
  },
  component: lazy(() => import('./pages/profile-screen.tsx'), 'ProfileScreen'),
  head: ({ loaderData }) => titled(profileTitle(loaderData)),
})

function profileTitle(found: Profile | undefined): string {
  if (!found?.athlete) return found?.isMissing ? '' : 'Athlete not found'
  const { firstName, lastName, sport } = found.athlete
  return `Ask ${firstName} ${lastName} · ${sport}`
}

const athletes = createRoute({
  getParentRoute: () => root,
  path: '/athletes/$username',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/ask/$username', params, replace: true })
  },
})

const dashboard = lazy(() => import('./pages/member-doors.tsx'), 'DashboardDoor')
const studio = lazy(() => import('./pages/member-doors.tsx'), 'StudioDoor')
const desk = lazy(() => import('./pages/member-doors.tsx'), 'DeskDoor')
const view = lazy(() => import('./question/view-screen.tsx'), 'ViewScreen')
const join = lazy(() => import('./pages/join-screen.tsx'), 'JoinScreen')
const coming = lazy(() => import('./pages/coming-screen.tsx'), 'ComingScreen')
const signIn = lazy(() => import('./pages/sign-in-screen.tsx'), 'SignInScreen')

/** Every address of the app, as the specification's route table has them (S1-2, S2-2). */
export const routeTree = root.addChildren([
  home,
  directory,
  profile,
  athletes,
  screen('/view/$token', 'Your question', view),
  screen('/signin', 'Sign in', signIn),
  screen('/join', 'Join', join),
  screen('/dashboard', 'Dashboard', dashboard),
  screen('/dashboard/conversation/$conversationId', 'Conversation', dashboard),
  screen('/dashboard/answer/$questionId', 'Answer', studio),
  screen('/admin', 'Desk', desk),
  screen('/fanjoin', 'Create a fan account', coming),
  screen('/athletejoin', 'Create an athlete account', coming),
  screen('/benefits', 'For athletes', coming),
  screen('/demo', 'Demo', coming),
  screen('/contact', 'Contact us', coming),
  screen('/passwordreset', 'Change your password', coming),
  screen('/privacypolicy', 'Privacy policy', coming),
  screen('/termsofservice', 'Terms of service', coming),
])
