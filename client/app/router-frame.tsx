import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useConnectionLine } from './router-connection.tsx'
import { useSignOut } from './router-sign-out.ts'
import { useSession } from './session.ts'
import { Shell } from './shell.tsx'

const Prompts = lazy(() => import('./router-prompts.tsx').then((found) => ({ default: found.Prompts })))
const SignOutDialog = lazy(() =>
  import('../account/sign-out-dialog.tsx').then((found) => ({ default: found.SignOutDialog })),
)

/** What every screen stands in: the shell, with who is signed in, where the connection is, and what waits. */
export function RouterFrame() {
  const { person, state, payments } = useSession()
  const { unsent, leave, stay } = useSignOut()
  const isSettled = useSettled()
  useDocumentTitle()
  return (
    <Shell
      session={person && state === 'signed-in' ? { role: person.role, firstName: person.firstName } : null}
      onSignOut={() => void leave()}
      standIn={payments?.mode === 'stand-in'}
      connection={useConnectionLine()}
      prompts={
        isSettled && (
          <Suspense>
            <Prompts />
          </Suspense>
        )
      }
    >
      <Outlet />
      {unsent && (
        <Suspense>
          <SignOutDialog unsent={unsent} onStay={stay} onDiscard={() => leave({ discardUnsent: true })} />
        </Suspense>
      )}
    </Shell>
  )
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

/** False in what the server rendered and in the first paint: offers come after the page itself. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => setSettled(true), [])
  return isSettled
}
