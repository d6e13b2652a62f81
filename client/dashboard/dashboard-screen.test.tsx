import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ROLES, type Role } from '../../sync/roles.ts'
import { DashboardScreen, LinkedLine } from './dashboard-screen.tsx'
import { linked } from './use-linked-question.ts'

function dashboardOf(role: Role): Promise<string> {
  const person = { id: `person-of-${role}`, role, firstName: 'Ada', username: 'ada' }
  return htmlOf(<DashboardScreen person={person} />)
}

async function htmlOf(screen: ReactNode): Promise<string> {
  const routeTree = createRootRoute({ component: () => screen })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  // This small route table has none of the app's addresses, so its type is not the app's.
  return renderToString(<RouterProvider router={router as never} />)
}

test('S2-6.7 S2-2.5 S2-2.40 D76 the dashboard is for admin, creator and basic, and tells everybody else so', async () => {
  for (const role of ROLES) {
    const html = await dashboardOf(role)
    const isTold = html.includes('Your account could not be authenticated at this time...')
    expect(isTold, role).toBe(role === 'test')
    expect(html.includes('aria-label="Dashboard"'), role).toBe(role !== 'test')
  }
  const told = await dashboardOf('test')
  expect(told).toContain('Sign out')
})

test('a question that a notification spoke of is waited for, and not for ever: then the list is offered', async () => {
  const [isRead, isOnline] = [true, true]
  expect(linked({ isRead, isOnline, isLate: false })).toBe('opening')
  expect(linked({ isRead, isOnline, isLate: true })).toBe('missing')
  expect(linked({ isRead, isOnline: false, isLate: false })).toBe('missing')
  // The question may be on this device and not be read yet.
  expect(linked({ isRead: false, isOnline: false, isLate: false })).toBe('opening')
  const said = await htmlOf(<LinkedLine linked="missing" />)
  expect(said).toContain('is not on this device')
  expect(said).toMatch(/href="[^"]*tab=conversations"/)
  expect(await htmlOf(<LinkedLine linked="opening" />)).not.toContain('href')
})
