import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SessionAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { UnsentWork } from '../../api/session.ts'

/**
 * Signing out from anywhere: leads home, or stays and tells what has not been sent yet. Where somebody asked without an
 * account, it offers to forget that here too. A failure is logged and stays
 * (S1-2.30, S1-2.31).
 */
export function useSignOut() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<UnsentWork | null>(null)
  const [isGuestLeft, setGuestLeft] = useState(false)
  const leave = async (options?: { discardUnsent: boolean }) => {
    try {
      const { signOut } = await import('../../store/account/sign-out.ts')
      const result = await signOut(options)
      setUnsent(result.signedOut ? null : result.unsent)
      if (!result.signedOut) return
      await navigate({ to: '/' })
      setGuestLeft(await isGuestHere())
    } catch (error) {
      reportError(error)
    }
  }
  return { unsent, leave, stay: () => setUnsent(null), isGuestLeft, keepGuest: () => setGuestLeft(false) }
}

/** Whether the server knows this browser as somebody's who asked without an account. */
async function isGuestHere(): Promise<boolean> {
  const { call } = await import('../../api/call.ts')
  const answer = await call<SessionAnswer>(CALLS.session)
  return answer.ok && answer.value.person === null && answer.value.guest
}
