import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { startWithPayments } from './api/session.ts'
import { goOnAfterPaint } from './app/first-paint/after-paint.ts'
import { createAppRouter } from './app/router/app-router.tsx'
import { firstPageOf } from './app/router/first-page.ts'
import { loadNotices } from './pages/loaded-later.ts'

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

/** How React marks what it left to the browser because it was not loaded yet. */
const LEFT_OUT = '<!--$!-->'
