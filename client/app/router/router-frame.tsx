import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import { areTestPayments, useSession } from '../../api/session.ts'
import { useLater } from '../../ui/use-later.ts'
import { Shell } from '../shell.tsx'
import { useSignOut } from './use-sign-out.ts'

const loadConnectionLine = () => import('./connection-line.tsx').then((found) => found.ConnectionLine)
const loadPrompts = () => import('./prompts.tsx').then((found) => found.Prompts)
const SignOutDialog = lazy(() =>
  import('../../account/sign-out-dialog.tsx').then((found) => ({ default: found.SignOutDialog })),
)
const ForgetGuestDialog = lazy(() =>
  import('../../account/forget-guest-dialog.tsx').then((found) => ({ default: found.ForgetGuestDialog })),
)

/** What every screen stands in: the shell, with who is signed in, where the connection is, and what waits. */
export function RouterFrame() {
  const { person, state, payments } = useSession()
  const { unsent, leave, stay, isGuestLeft, keepGuest } = useSignOut()
  const isQuiet = useOnline() && state !== 'ended'
  const Prompts = useLater(loadPrompts)
  // loaded while there is a network, for when there is none
  const ConnectionLine = useLater(loadConnectionLine)
  useDocumentTitle()
  return (
    <Shell
      session={person && state === 'signed-in' ? { role: person.role, firstName: person.firstName } : null}
      onSignOut={() => void leave()}
      testPayments={areTestPayments(payments)}
      connection={isQuiet ? null : ConnectionLine ? <ConnectionLine /> : 'Offline.'}
      prompts={Prompts && <Prompts />}
    >
      <Outlet />
      {unsent && (
        <Suspense>
          <SignOutDialog
            unsent={unsent}
            onStay={stay}
            onSent={leave}
            onDiscard={() => leave({ discardUnsent: true })}
          />
        </Suspense>
      )}
      {isGuestLeft && (
        <Suspense>
          <ForgetGuestDialog onClose={keepGuest} />
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
