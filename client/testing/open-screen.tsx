import { type AnyRouter, createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { refreshSession } from '../api/session.ts'
import { createAppRouter } from '../app/router/app-router.tsx'
import { NO_FIRST_PAGE } from '../app/router/first-page.ts'
import '../app/theme.css'

let mounted: { root: Root; place: HTMLElement } | null = null

/** Renders one component alone, in place of what was rendered before. */
export function show(component: ReactNode): void {
  unmount()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  // Synchronously with its effects, so that everything the component starts has started when this returns.
  flushSync(() => root.render(<StrictMode>{component}</StrictMode>))
  mounted = { root, place }
}

/** Opens a path of the app as a visit does: shell, loader, screen. Calling it again acts as a reload. */
export async function openScreen(path: string): Promise<{ router: AnyRouter; path(): string }> {
  unmount()
  await refreshSession()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ first: NO_FIRST_PAGE, history })
  await router.load()
  show(<RouterProvider router={router} />)
  return { router, path: () => router.state.location.href }
}

/**
 * Waits until data that was loaded before and is only requested again has been rendered, for checks that something
 * does not appear.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** Removes what is rendered. */
export function unmount(): void {
  mounted?.root.unmount()
  mounted?.place.remove()
  mounted = null
}
