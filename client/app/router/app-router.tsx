import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PendingScreen } from '../../ui/pending-screen.tsx'
import { NotFoundScreen } from '../crash.tsx'
import { routeTree } from '../routes.tsx'
import type { FirstPage } from './first-page.ts'
import { parseSearch, stringifySearch } from './plain-search.ts'
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
    // a tap is answered within a tenth of a second, whatever the network does
    defaultPendingMs: 100,
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

/** A page that came rendered stays where its reader has scrolled it before the app took it over. */
function unlessScrolledFirst(): () => boolean {
  let isTakenOver = false
  return () => {
    const restores = isTakenOver || window.scrollY === 0
    isTakenOver = true
    return restores
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
