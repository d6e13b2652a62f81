import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ROLES } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { NotFoundScreen, RequestCrash, RouteErrorScreen } from './crash.tsx'
import { describeError } from './describe-error.ts'
import { hasFooter } from './footer.tsx'
import type { ShellSession } from './header.tsx'
import { Shell } from './shell.tsx'

async function htmlOf(path: string, screen: React.ReactNode, session: ShellSession = null) {
  const page = () => (
    <Shell session={session} onSignOut={() => undefined} testPayments>
      {screen}
    </Shell>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: page, notFoundComponent: () => null }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />)
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inside = '']) => [
    inside.replace(/<[^>]*>/g, '').trim(),
    href,
  ])
const part = (html: string, tag: string) => html.slice(html.indexOf(`<${tag}`), html.indexOf(`</${tag}>`))

describe('header', () => {
  test('S1-2.22 S2-2.12 S1-2.23 S1-2.24 S1-2.25 S1-2.26 signed out: logo, Join, Sign in, Ask something', async () => {
    expect(linksIn(part(await htmlOf('/', 'x'), 'header'))).toEqual([
      ['Infield', '/'],
      ['Join', '/join'],
      ['Sign in', '/signin'],
      ['Ask something', '/ask'],
    ])
  })
  test('S1-2.22 S2-2.12 S1-2.27 S1-2.28 S1-2.29 S1-2.30 signed in: logo, Your Dashboard, Infielder List, Sign out', async () => {
    const header = part(await htmlOf('/', 'x', { role: 'basic', firstName: 'Ana' }), 'header')
    expect(linksIn(header)).toEqual([
      ['Infield', '/'],
      ['Your Dashboard', '/dashboard'],
      ['Infielder List', '/ask'],
    ])
    expect(header).toMatch(/<button[^>]*>Sign out<\/button>/)
  })
})

test('S1-1.5 D72 athletes have the role creator; the screens call them by the one noun of the copy', async () => {
  expect(ROLES).toContain('creator')
  const header = part(await htmlOf('/', 'x', { role: 'creator', firstName: 'Ana' }), 'header')
  expect(linksIn(header)).toContainEqual([`${PRODUCT.infielder} List`, '/ask'])
})

describe('footer', () => {
  test.each(['/signin', '/signup', '/createaccount', '/passwordreset', '/dashboard', '/dashboard/'])(
    'S1-2.32 none on %s',
    (path) => expect(hasFooter(path)).toBe(false),
  )
  test.each(['/', '/ask', '/ask/signin', '/demodashboard', '/signin/x'])('S1-2.32 there on %s', (path) =>
    expect(hasFooter(path)).toBe(true),
  )
  test('S1-2.33 S1-2.34 S1-2.35 S1-2.36 S1-2.37 brand and slogan, then three columns of links', async () => {
    const footer = part(await htmlOf('/ask', 'x'), 'footer')
    expect(footer).toContain('Where fans learn and athletes earn.')
    expect(footer.replace(/<!-- -->/g, '')).toContain('© 2025 Infield')
    expect([...footer.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'For Fans',
      'For Athletes',
      'For Everyone',
    ])
    expect(linksIn(footer)).toEqual([
      ['Browse roster', '/ask'],
      ['Create a fan account', '/fanjoin'],
      ['Sign in', '/signin'],
      ['Watch a short demo', '/demo'],
      ['Create an athlete account', '/athletejoin'],
      ['Sign in', '/signin'],
      ['Home', '/'],
      ['Contact us', '/contact'],
      ['Privacy policy', '/privacypolicy'],
      ['Terms of service', '/termsofservice'],
      // The links below the columns.
      ['Lost link?', '/lostlink'],
      ['Your data', '/mydata'],
      ['Activity on this device', '/activity'],
    ])
  })
})

describe('error screens', () => {
  test('S1-2.48 S1-2.49 S1-2.50 S1-8.13 S2-8.40 a route error says what is safe first, then the message', async () => {
    const html = await htmlOf('/', <RouteErrorScreen error={new TypeError('lanes is not iterable')} />)
    expect(html).toContain('Unexpected Application Error')
    expect(html).toContain('lanes is not iterable')
    expect(html).toMatch(/still on this device.*lanes is not iterable/)
    expect(html, 'the stack is folded, and comes after').not.toContain('<pre')
  })
  test('S1-2.49 a status comes with its text; anything else with its message', () => {
    expect(describeError({ status: 404, statusText: 'Not Found' })).toBe('404 Not Found')
    expect(describeError(new Error('broken'))).toBe('broken')
    expect(describeError('plain words')).toBe('plain words')
    expect(describeError(null)).toBe('null')
  })
  test('D68 an unknown address lands on the error screen', async () => {
    const html = await htmlOf('/createaccount', <NotFoundScreen />)
    expect(html).toContain('Unexpected Application Error')
    expect(html).toContain('404 Not Found')
    expect(html, 'a private link is cut anywhere').toMatch(/href="\/lostlink"[^>]*>Lost link\?</)
    expect(html).not.toContain('<footer')
  })
  test('S1-2.51 S2-2.105 S2-8.39 a crash inside a page offers Refresh Page', async () => {
    const html = await htmlOf('/', <RequestCrash />)
    expect(html).toContain('Something went wrong')
    expect(html).toMatch(/<button[^>]*>.*Refresh Page<\/button>/)
  })
})

test('the shell renders no style attribute: public pages forbid them', async () => {
  expect(await htmlOf('/', <NotFoundScreen />)).not.toContain('style=')
})
