import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { PublicAthlete } from '../sync/athlete/athlete.ts'
import { startWithPayments } from './api/session.ts'
import { goOnAfterPaint } from './app/first-paint/after-paint.ts'
import { createAppRouter } from './app/router/app-router.tsx'
import { firstPageOf } from './app/router/first-page.ts'
import { loadNotices } from './pages/loaded-later.ts'
import { FirstStep } from './question/first-step/first-step.tsx'

/** Stands in every rendered page. */
export const startScript = `(${goOnAfterPaint})()`

/** What needs no data, and what is nothing without. */
const STANDING =
  /^\/(about|benefits|contact|demodashboard|join|privacypolicy|request|termsofservice|waitlist)?$/
const WITH_DATA = /^\/(ask(\/[^/]+)?|(request|view)\/[^/]+|demo)$/

/**
 * The HTML of a page that is public or a private link's, by path and query, with the data its loader is to find; null
 * for every path that starts from the empty page. On a server whose
 * payments move no real money, the page says so: `testPayments` is 'stand-in' or a test key of Stripe's.
 */
export async function renderPage(
  path: string,
  data: unknown,
  testPayments: string | null = null,
): Promise<string | null> {
  const [bare = ''] = path.split('?')
  if (!STANDING.test(bare) && !(WITH_DATA.test(bare) && data)) return null
  startWithPayments(testPayments)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ history, first: firstPageOf(bare, data) })
  await router.load()
  const html = renderToString(<RouterProvider router={router} />)
  if (!html.includes(LEFT_OUT)) return html
  // what few visitors see is loaded when it is first rendered: once it is here the page is whole
  await loadNotices()
  // React takes note of it a few turns later
  await new Promise((resolve) => setTimeout(resolve))
  return renderToString(<RouterProvider router={router} />)
}

/**
 * The first step of asking, closed, for the page of an athlete who can be asked; null for any other. It stands beside the
 * app, which does not take it over: what is entered there is handed on.
 */
export function renderFirstStep(path: string, data: unknown): string | null {
  const athlete = PROFILE.test(path) ? (data as PublicAthlete | null) : null
  if (!athlete || athlete.paused) return null
  return renderToStaticMarkup(<FirstStep athlete={athlete} />, { identifierPrefix: 'first' })
}

const PROFILE = /^\/ask\/[^/]+$/

/** How React marks what it left to the browser because it was not loaded yet. */
const LEFT_OUT = '<!--$!-->'
