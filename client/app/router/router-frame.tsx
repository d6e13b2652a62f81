import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useOnline } from '../../pwa/connection.ts'
import { useSession } from '../session.ts'
import { Shell } from '../shell.tsx'
import { useSignOut } from './use-sign-out.ts'

const loadConnection = () => import('./connection-line.tsx')
const ConnectionLine = lazy(() =>
  loadConnection().then(
    (found) => ({ default: found.ConnectionLine }),
    () => ({ default: () => <>{OFFLINE}</> }),
  ),
)
const Prompts = lazy(() => import('./prompts.tsx').then((found) => ({ default: found.Prompts })))
const SignOutDialog = lazy(() =>
  import('../../account/sign-out-dialog.tsx').then((found) => ({ default: found.SignOutDialog })),
)

const OFFLINE = 'Offline.'

/** What every screen stands in: the shell, with who is signed in, where the connection is, and what waits. */
export function RouterFrame() {
  const { person, state, payments } = useSession()
  const { unsent, leave, stay } = useSignOut()
  const isQuiet = useOnline() && state !== 'ended'
  const isSettled = useSettled()
  useDocumentTitle()
  return (
    <Shell
      session={person && state === 'signed-in' ? { role: person.role, firstName: person.firstName } : null}
      onSignOut={() => void leave()}
      standIn={payments?.mode === 'stand-in'}
      connection={isQuiet ? null : later(<ConnectionLine />, OFFLINE)}
      prompts={isSettled && later(<Prompts />)}
    >
      <Outlet />
      {unsent &&
        later(
          <SignOutDialog unsent={unsent} onStay={stay} onDiscard={() => leave({ discardUnsent: true })} />,
        )}
    </Shell>
  )
}

function later(element: ReactNode, meanwhile?: ReactNode): ReactNode {
  return <Suspense fallback={meanwhile}>{element}</Suspense>
}

/** The innermost screen's title. On the first page the server has written it already. */
function useDocumentTitle() {
  const title = useMatches({
    select: (matches) =>
      matches.flatMap(({ meta }) => meta?.flatMap((tag) => tag?.title ?? []) ?? []).at(-1) ?? null,
  })
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

/**
 * False in what the server rendered and in the first paint: offers come after the page itself. What is said while
 * offline is loaded before that happens.
 */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    void loadConnection().catch(() => {})
    setSettled(true)
  }, [])
  return isSettled
}
