import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { PendingScreen } from '../../ui/pending-screen.tsx'
import { NotFoundScreen } from '../crash.tsx'
import { routeTree } from '../routes.tsx'
import type { FirstPage } from './first-page.ts'
import { ScreenError } from './screen-error.tsx'

type AppRouterOptions = { first: FirstPage; history?: RouterHistory }

/** The router over the one route table; the same options in the browser and on the server, or hydration would differ. */
export function createAppRouter({ first, history }: AppRouterOptions) {
  return createRouter({
    routeTree,
    history,
    context: { first },
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    // a tap is answered within a tenth of a second, whatever the network does: what is shown then has to be drawn too
    defaultPendingMs: 70,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    defaultStaleTime: 60_000,
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    // rendered on the server it would be an inline script
    scrollRestoration: typeof document !== 'undefined' && unlessScrolledFirst(),
    // a step of a dialog is an entry of its own: it begins at its top, and not as far down as the one before
    scrollToTopSelectors: ['dialog[open] > .overflow-y-auto'],
  })
}

/**
 * A page that came rendered stays where its reader has scrolled it before the app took it over, and so does the one
 * behind the wizard, whose steps are entries of their own.
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

/** The search of an address as plain texts, so that a figure somebody searches for stays what they wrote. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** What is empty is not in the address. */
function stringifySearch(search: Record<string, unknown>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
