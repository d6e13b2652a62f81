import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLater } from '../ui/use-later.ts'
import { Footer, hasFooter } from './footer.tsx'
import { Header, type ShellSession } from './header.tsx'

const loadToasts = () => import('../ui/toast-region.tsx').then((found) => found.ToastRegion)

type ShellProps = {
  session: ShellSession
  onSignOut: () => void
  children: ReactNode
  /** Whether to show the strip which says that no real money moves. */
  testPayments?: boolean
  /** A `StatusLine` while the device is offline or the session has ended; null otherwise. */
  connection?: ReactNode
  /** Prompts at the edge of the screen, such as those to install or update, as `PromptCard`s. */
  prompts?: ReactNode
}

/** Renders the frame of every screen: header, main part, footer, prompts and toasts. */
export function Shell({ session, onSignOut, children, testPayments, connection, prompts }: ShellProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const main = useMainFocus()
  // Toasts raised before this is loaded are shown once it is.
  const ToastRegion = useLater(loadToasts)
  const isDesk = path.startsWith('/admin')
  const column = isDesk ? 'wrap-wide' : 'wrap'
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="label fixed top-2 left-2 z-50 -translate-y-20 rounded bg-inverse px-4 py-3 text-on-inverse focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {testPayments && <TestPaymentsStrip />}
      <Header session={session} onSignOut={onSignOut} column={column} />
      <div role="status">
        {connection && (
          <div className="border-b">
            <div className={`${column} py-2 text-muted text-sm`}>{connection}</div>
          </div>
        )}
      </div>
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      {hasFooter(path) && <Footer />}
      <div
        role="status"
        className={`pointer-events-none fixed inset-x-0 bottom-0 z-40 grid justify-items-center gap-2 p-3 pb-[calc(0.75rem+var(--tab-bar,0px)+env(safe-area-inset-bottom))] md:p-6 ${isDesk ? 'md:justify-items-start' : 'md:justify-items-end'}`}
      >
        {prompts}
      </div>
      {ToastRegion && <ToastRegion base />}
    </div>
  )
}

/**
 * Moves the focus to the main part after a change of screen, so that a screen reader starts there and Tab continues
 * from it. Waits until the new screen has loaded, because until then a dialog that led there holds the focus.
 */
function useMainFocus() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    const isFirst = shown.current === undefined
    shown.current = path
    if (isFirst) return
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

function TestPaymentsStrip() {
  return (
    <aside
      aria-label="Test payments"
      className="bg-warning-wash px-4 py-1.5 text-center text-warning text-xs"
    >
      Test payments: no real money moves here.
    </aside>
  )
}
