import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ROLES, type Role } from '../../sync/roles.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

async function dashboardOf(role: Role): Promise<string> {
  const person = { id: `person-of-${role}`, role, firstName: 'Ada', username: 'ada' }
  const routeTree = createRootRoute({ component: () => <DashboardScreen person={person} /> })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  // the app's own addresses are none of this small table's
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
