import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { PublicAthlete } from '../sync/athlete/athlete.ts'
import { startWithPayments } from './api/session.ts'
import { goOnAfterPaint } from './app/first-paint/after-paint.ts'
import { createAppRouter } from './app/router/app-router.tsx'
import { firstPageOf } from './app/router/first-page.ts'
import { loadNotices } from './pages/loaded-later.ts'
import { FirstStep } from './question/first-step/first-step.tsx'

/** The source of the script that every rendered page contains. */
export const startScript = `(${goOnAfterPaint})()`

/** The paths that are rendered without data, and below those that are rendered only with data. */
const STANDING =
  /^\/(about|benefits|contact|demodashboard|join|privacypolicy|request|termsofservice|waitlist)?$/
const WITH_DATA = /^\/(ask(\/[^/]+)?|(request|view)\/[^/]+|demo)$/

/**
 * Renders a public page or the page of a private link to HTML, for a path with its query and the data for the
 * loader. Returns null for a path that starts from the empty page. `testPayments` is 'stand-in' or a test key of
 * Stripe where payments move no real money, and the page says so.
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
  // Render again with the parts that few visitors see, because they are loaded at their first rendering.
  await loadNotices()
  // Wait, because React takes a few turns to notice that a part has loaded.
  await new Promise((resolve) => setTimeout(resolve))
  return renderToString(<RouterProvider router={router} />)
}

/**
 * Renders the closed first step of asking for the profile of an athlete who can be asked; null for any other page.
 * It is placed beside the app's root, so React does not hydrate it, and the app takes over the words entered there.
 */
export function renderFirstStep(path: string, data: unknown): string | null {
  const athlete = PROFILE.test(path) ? (data as PublicAthlete | null) : null
  if (!athlete || athlete.paused) return null
  return renderToStaticMarkup(<FirstStep athlete={athlete} />, { identifierPrefix: 'first' })
}

const PROFILE = /^\/ask\/[^/]+$/

/** The mark in React's HTML for a part that was left to the browser because it was not loaded yet. */
const LEFT_OUT = '<!--$!-->'
