import { Navigate } from '@tanstack/react-router'
import type { KnownPerson } from '../app/session.ts'
import { DeskBoard } from './desk-board.tsx'

/** The admin's console. Who may use it is the server's to say; here everybody else is shown the way (S2-2.106 to S2-2.108, D38). */
export function DeskScreen({ person }: { person: KnownPerson }) {
  if (person.role === 'creator') return <Navigate to="/dashboard" replace />
  if (person.role !== 'admin') return <Navigate to="/" replace />
  return <DeskBoard />
}
