import { SignInPrompt } from '../../account/sign-in-prompt.tsx'
import { useSession } from '../../api/session.ts'
import { lazyScreen as lazy } from './lazy-screen.ts'

// Loaded apart from the guards: everybody needs the guards, but only members need these screens.
export const Dashboard = lazy(() => import('../../dashboard/dashboard-screen.tsx'), 'DashboardScreen')
export const Studio = lazy(() => import('../../answer/studio-screen.tsx'), 'StudioScreen')
export const Desk = lazy(() => import('../../desk/desk-screen.tsx'), 'DeskScreen')

/** Shows the dashboard, or the sign-in page. */
export function DashboardGuard() {
  const { person } = useSession()
  if (person) return <Dashboard person={person} />
  return <SignInPrompt lead="Sign in to see your questions, your answers and everything in progress." />
}

/** Shows the studio, or the sign-in page. */
export function StudioGuard() {
  const { person } = useSession()
  if (person) return <Studio person={person} />
  return <SignInPrompt lead="Sign in to see the question and record your answer." />
}

/** Shows the admin's desk, or the sign-in page. */
export function DeskGuard() {
  const { person } = useSession()
  return person ? <Desk person={person} /> : <SignInPrompt lead="The desk is for the team." />
}
