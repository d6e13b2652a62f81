import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut, type UnsentWork } from '../session.ts'

/**
 * Signing out from anywhere: leads home, or stays and tells what has not been sent yet. A failure is logged and stays
 * (S1-2.30, S1-2.31).
 */
export function useSignOut() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<UnsentWork | null>(null)
  const leave = async (options?: { discardUnsent: boolean }) => {
    try {
      const result = await signOut(options)
      setUnsent(result.signedOut ? null : result.unsent)
      if (result.signedOut) await navigate({ to: '/' })
    } catch (error) {
      reportError(error)
    }
  }
  return { unsent, leave, stay: () => setUnsent(null) }
}
