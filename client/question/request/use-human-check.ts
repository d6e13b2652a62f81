import { useCallback, useEffect, useState } from 'react'
import { waitForCaptcha } from '../../api/captcha/captcha.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'

type HumanCheck = { state: 'waiting' | 'passed' | 'failed'; again: () => void }

/**
 * The human verification, solved by the device while the form is filled in; `isKnown` where the server has seen one
 * for this question already (S2-5.29, D44). Accounts need none, and offline it is solved later.
 */
export function useHumanCheck(isKnown: boolean): HumanCheck {
  const { state: session } = useSession()
  const online = useOnline()
  const [state, setState] = useState<HumanCheck['state']>('waiting')
  const isNeeded = !isKnown && session !== 'signed-in'
  const isWanted = isNeeded && online && session !== 'starting'
  const solve = useCallback(async () => {
    setState('waiting')
    setState((await waitForCaptcha()) ? 'passed' : 'failed')
  }, [])
  useEffect(() => {
    if (isWanted) void solve()
  }, [isWanted, solve])
  return { state: isNeeded ? state : 'passed', again: () => void solve() }
}
