import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { areTestPayments, type UnsentWork, useSession } from '../../api/session.ts'
import { useLater } from '../../ui/use-later.ts'
import { Shell } from '../shell.tsx'

const loadConnectionLine = () => import('./connection-line.tsx').then((found) => found.ConnectionLine)
const loadPrompts = () => import('./prompts.tsx').then((found) => found.Prompts)
const loadSignOut = () => import('../../account/sign-out-dialog.tsx')
const SignOutDialog = lazy(() => loadSignOut().then((found) => ({ default: found.SignOutDialog })))
const loadForget = () => import('../../account/forget-guest-dialog.tsx')
const ForgetGuestDialog = lazy(() => loadForget().then((found) => ({ default: found.ForgetGuestDialog })))

/** Frames every screen with the shell: the signed-in person, the connection, the prompts, the sign-out dialogs. */
export function RouterFrame() {
  const { person, state, payments } = useSession()
  const { unsent, leave, stay, isGuestLeft, keepGuest } = useSignOut()
  const isQuiet = useOnline() && state !== 'ended'
  const Prompts = useLater(loadPrompts)
  // Loaded while there is a network, because it is needed when there is none.
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

/** Sets the title of the innermost screen. On the first page the server has already set it. */
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
 * Signs the user out and goes home, or asks first when there is unsent work. If the browser also has questions of
 * a guest, offers to forget those too. A failure is logged and the user stays signed in (S1-2.30, S1-2.31).
 */
function useSignOut() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<UnsentWork | null>(null)
  const [isGuestLeft, setGuestLeft] = useState(false)
  const leave = async (options?: { discardUnsent: boolean }) => {
    try {
      const { signOut, isGuestHere } = await import('../../store/account/sign-out.ts')
      const result = await signOut(options)
      // A dialog that cannot be loaded fails here, because it would take the whole screen away.
      if (!result.signedOut) await loadSignOut()
      setUnsent(result.signedOut ? null : result.unsent)
      if (!result.signedOut) return
      await navigate({ to: '/' })
      const isGuestThere = await isGuestHere()
      if (isGuestThere) await loadForget()
      setGuestLeft(isGuestThere)
    } catch (error) {
      reportError(error)
    }
  }
  return { unsent, leave, stay: () => setUnsent(null), isGuestLeft, keepGuest: () => setGuestLeft(false) }
}
