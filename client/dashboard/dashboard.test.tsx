import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../sync/roles.ts'
import { SignInPrompt } from '../account/sign-in-prompt.tsx'
import type { KnownPerson } from '../api/session.ts'
import { AthleteHead } from './athlete-head.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'
import { ContactDialog } from './feedback-widget.tsx'

const person = (role: Role): KnownPerson => ({ id: 'p', role, firstName: 'Nora', username: 'noraquist' })

async function htmlOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
}
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the dashboard', () => {
  test('S2-2.5 S2-2.40 D76 for members alone: any other role is told so, and may sign out', async () => {
    const shown = await Promise.all(
      ROLES.map(
        async (role) => [role, wordsOf(await htmlOf(<DashboardScreen person={person(role)} />))] as const,
      ),
    )
    const turnedAway = shown.filter(([, words]) => words.includes('could not be authenticated'))
    expect(turnedAway.map(([role]) => role)).toEqual(['test'])
    expect(turnedAway[0]?.[1]).toContain('Your account could not be authenticated at this time...')
    expect(turnedAway[0]?.[1]).toContain('Sign out')
  })

  test('S2-2.38 before anything is known a loader stands in its place', async () => {
    expect(await htmlOf(<DashboardScreen person={person('creator')} />)).toMatch(
      /role="status"[^>]*>Loading your dashboard/,
    )
  })

  test('S2-2.39 signed out: email, password, a forgotten password, nobody else to sign in with and no other link', async () => {
    const html = await htmlOf(<SignInPrompt lead="Behind it." />)
    expect(wordsOf(html)).toMatch(/Your email address .*Your password .*Forgot password\?/)
    expect(html).not.toMatch(/<a |google|facebook|apple/i)
  })

  test('S2-2.43 S2-2.44 the head: who it is, the public page, three figures', async () => {
    const html = await htmlOf(<AthleteHead person={person('creator')} newRequests={4} />)
    expect(html).toMatch(/<a [^>]*href="\/ask\/noraquist"[^>]*>View profile/)
    expect(html).toMatch(/New requests<\/dt><dd[^>]*>4</)
    for (const stat of ['Fulfilled requests', 'Total earnings']) expect(html).toContain(`${stat}</dt>`)
  })

  test('S2-2.49 S2-2.50 the widget floats over every part, and takes a message with Submit and Close', async () => {
    expect(wordsOf(await htmlOf(<DashboardScreen person={person('basic')} />))).toContain('Need something?')
    const dialog = wordsOf(await htmlOf(<ContactDialog onClose={() => undefined} />))
    expect(dialog).toMatch(/Contact our team .*Close .*Submit/)
  })
})
