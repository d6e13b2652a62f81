import { Navigate } from '@tanstack/react-router'
import { useSession } from '../app/session.ts'
import { SignInPrompt } from '../dashboard/sign-in-prompt.tsx'
import { DeskBoard } from './desk-board.tsx'

/** The admin's console. Who may use it is the server's to say; here everybody else is shown the way (S2-2.106 to S2-2.108, D38). */
export function DeskScreen() {
  const { person } = useSession()
  if (!person) return <SignInPrompt lead="The desk is for the team." />
  if (person.role === 'creator') return <Navigate to="/dashboard" replace />
  if (person.role !== 'admin') return <Navigate to="/" replace />
  return <DeskBoard />
}
