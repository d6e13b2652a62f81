import { useCallback, useEffect, useState } from 'react'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../api/call.ts'
import { callUntilReached } from '../../api/call-until-reached.ts'
import { useOnline } from '../../api/connection.ts'

/** Loads where the account is signed in and what a sign-in takes; `safety` is null until the server has answered. */
export function useSafety() {
  const online = useOnline()
  const [safety, setSafety] = useState<SafetyAnswer | null>(null)
  const reload = useCallback(async () => {
    const answer = await call<SafetyAnswer>(CALLS.safety)
    if (answer.ok) setSafety(answer.value)
  }, [])
  useEffect(() => {
    if (!online) return
    const ask = () => call<SafetyAnswer>(CALLS.safety)
    return callUntilReached(ask, (answer) => answer.ok && setSafety(answer.value))
  }, [online])
  return { safety, online, reload }
}
