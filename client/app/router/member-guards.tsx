import { useEffect, useRef } from 'react'
import { SignInPrompt } from '../../account/sign-in-prompt.tsx'
import { useSession } from '../../api/session.ts'
import { IN_PLACE, isFocusLost } from '../../ui/focus-moved.ts'
import { lazyScreen as lazy } from './lazy-screen.ts'

// Loaded apart from the guards: everybody needs the guards, but only members need these screens.
export const Dashboard = lazy(() => import('../../dashboard/dashboard-screen.tsx'), 'DashboardScreen')
export const Studio = lazy(() => import('../../answer/studio-screen.tsx'), 'StudioScreen')
export const Desk = lazy(() => import('../../desk/desk-screen.tsx'), 'DeskScreen')

/**
 * Returns who is signed in. When that changes, the sign-in page and the screen replace each other at one address, so
 * the main part gets the focus of what is gone.
 */
function useMember() {
  const { person } = useSession()
  const id = person?.id
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    if (isFocusLost()) document.getElementById('main')?.focus(IN_PLACE)
  }, [id])
  return person
}

/** Shows the dashboard, or the sign-in page. */
export function DashboardGuard() {
  const person = useMember()
  if (person) return <Dashboard person={person} />
  return <SignInPrompt lead="Sign in to see your questions, your answers and everything in progress." />
}

/** Shows the studio, or the sign-in page. */
export function StudioGuard() {
  const person = useMember()
  if (person) return <Studio person={person} />
  return <SignInPrompt lead="Sign in to see the question and record your answer." />
}

/** Shows the admin's desk, or the sign-in page. */
export function DeskGuard() {
  const person = useMember()
  return person ? <Desk person={person} /> : <SignInPrompt lead="The desk is for the team." />
}
