import { SignInPrompt } from '../../account/sign-in-prompt.tsx'
import { useSession } from '../../api/session.ts'
import { lazyScreen as lazy } from './lazy-screen.ts'

// what a guard shows is on the devices of those who may see it, the guard on everybody's
export const Dashboard = lazy(() => import('../../dashboard/dashboard-screen.tsx'), 'DashboardScreen')
export const Studio = lazy(() => import('../../answer/studio-screen.tsx'), 'StudioScreen')
export const Desk = lazy(() => import('../../desk/desk-screen.tsx'), 'DeskScreen')

/** The dashboard, or the way in. */
export function DashboardGuard() {
  const { person } = useSession()
  if (person) return <Dashboard person={person} />
  return <SignInPrompt lead="Sign in to see your questions, your answers and everything in progress." />
}

/** The studio, or the way in. */
export function StudioGuard() {
  const { person } = useSession()
  if (person) return <Studio person={person} />
  return <SignInPrompt lead="Sign in to see the question and record your answer." />
}

/** The admin's desk, or the way in. */
export function DeskGuard() {
  const { person } = useSession()
  return person ? <Desk person={person} /> : <SignInPrompt lead="The desk is for the team." />
}
