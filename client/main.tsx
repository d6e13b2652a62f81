import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './app/theme.css'
import { forgetFormerBy, startWithPayments } from './api/session.ts'
import { allStyles } from './app/first-paint/all-styles.ts'
import { replayEarly } from './app/first-paint/early-press.ts'
import { loadUntilThere, passed } from './app/first-paint/load-until-there.ts'
import { createAppRouter } from './app/router/app-router.tsx'
import { type FirstPage, firstPageOf, NO_FIRST_PAGE } from './app/router/first-page.ts'
import { allowTranslation, isTranslated, tellUntranslated } from './app/translated-page.ts'
import { isProven, mayKeep } from './db/storage/may-keep.ts'
import { openAfter } from './db/storage/openable.ts'

/**
 * How long to wait for the first screen, in milliseconds. A screen that is on the device loads faster. If the app
 * were rendered earlier, React would keep the screen's placeholder for at least a third of a second.
 */
const FIRST_SCREEN_MS = 1_000

/** Starts the app on the page that the server sent, then the background work. */
async function start(root: HTMLElement): Promise<void> {
  allowTranslation()
  if (!mayKeep()) await storeNothing('blocked')
  // Nothing but the databases waits for the proof, so that it delays no paint.
  else if (!isProven()) openAfter(proveOrStoreNothing())
  forgetFormerBy((account) =>
    import('./store/account/account-data.ts').then((data) => data.leaveAccount(account)),
  )
  startWithPayments(document.documentElement.dataset.payments)
  const isRendered = document.getElementById('page-data') !== null
  if (root.hasChildNodes()) await allStyles()
  const router = createAppRouter({ first: readFirstPage() })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (isRendered) {
    // The server rendered the page with every screen loaded, and hydration has to find the same.
    router.ssr = { manifest: undefined }
    await router.load()
    const anew = isTranslated() && (await import('./app/first-paint/render-anew.ts').catch(() => null))
    if (anew) anew.renderAnew(root, app)
    // Hydrate in slices, so that the page answers a press in between.
    else startTransition(() => void hydrateRoot(root, app, { onRecoverableError: tellUntranslated }))
    await replayEarly(root)
  } else {
    const loaded = router.load().catch(() => {})
    const place = root.hasChildNodes() ? (await import('./ui/whole-screen.ts')).besideSnapshot(root) : root
    await Promise.race([loaded, passed(FIRST_SCREEN_MS)])
    createRoot(place).render(app)
  }
  const { startBehind } = await loadUntilThere(() => import('./app/router/start-behind.ts'))
  startBehind(router)
}

async function proveOrStoreNothing(): Promise<void> {
  const proof = await import('./db/storage/prove-storage.ts')
  await proof.proveStorage(() => storeNothing('unopened'))
}

async function storeNothing(why: 'blocked' | 'unopened'): Promise<void> {
  const storage = await import('./app/no-storage.tsx')
  storage.storeNothing(why)
}

function readFirstPage(): FirstPage {
  const block = document.getElementById('page-data')
  if (!block?.textContent) return NO_FIRST_PAGE
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  return firstPageOf(path, JSON.parse(block.textContent))
}

const root = document.getElementById('root')
if (root) void start(root)
