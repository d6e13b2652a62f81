import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { PendingScreen } from '../../ui/pending-screen.tsx'
import { NotFoundScreen } from '../crash.tsx'
import { routeTree } from '../routes.tsx'
import { drawFirst } from './draw-first.ts'
import type { FirstPage } from './first-page.ts'
import { ScreenError } from './screen-error.tsx'

type AppRouterOptions = { first: FirstPage; history?: RouterHistory }

/**
 * Creates the router over the route table. Its options have to be the same in the browser and on the server;
 * otherwise hydration would fail.
 */
export function createAppRouter({ first, history }: AppRouterOptions) {
  const router = createRouter({
    routeTree,
    history,
    context: { first },
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    // Show the pending screen early enough that a tap gets an answer within a tenth of a second, drawing
    // included, however slow the network is.
    defaultPendingMs: 70,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    defaultStaleTime: 60_000,
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    // Not on the server, where it would render an inline script.
    scrollRestoration: typeof document !== 'undefined' && unlessScrolledFirst(),
    // Each step of a dialog is an entry in the history and has to start at its top.
    scrollToTopSelectors: ['dialog[open] > .overflow-y-auto'],
  })
  if (typeof document !== 'undefined') drawFirst(router)
  return router
}

/**
 * Returns a function that decides whether the router restores the scroll position. A rendered page stays where its
 * reader scrolled it before hydration, and so does the page behind the wizard, whose steps are entries in the
 * history.
 */
function unlessScrolledFirst(): (to: { location: ParsedLocation }) => boolean {
  let isTakenOver = false
  return ({ location }) => {
    const restores = (isTakenOver || window.scrollY === 0) && !location.state.ask
    isTakenOver = true
    return restores
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Returns the search of an address as plain texts, so that a number in a search stays as the user typed it. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Returns the search as text, without empty values. */
function stringifySearch(search: Record<string, unknown>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
