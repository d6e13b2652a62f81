import { useCallback, useEffect, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, isUnreached } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'

export type CurrentAthlete = {
  athlete: PublicAthlete
  /** There is no such athlete any more. */
  isGone: boolean
  /** With a network, until the server has said or could not be made to. */
  isAsking: boolean
  refresh: () => Promise<void>
}

type Answer = 'none' | 'there' | 'gone' | 'failed'

/** An athlete as the server has them now, asked anew whenever the network is back; until then as they were last seen. */
export function useCurrentAthlete(seen: PublicAthlete): CurrentAthlete {
  const online = useOnline()
  const [athlete, setAthlete] = useState(seen)
  const [answer, setAnswer] = useState<Answer>('none')
  const { username } = seen
  const refresh = useCallback(async () => {
    setAnswer('none')
    const found = await call<PublicAthlete>(`${CALLS.athlete}${encodeURIComponent(username)}`)
    if (found.ok) setAthlete(found.value)
    const isMissing = !found.ok && !isUnreached(found) && found.refusal.code === 'not-found'
    setAnswer(found.ok ? 'there' : isMissing ? 'gone' : 'failed')
  }, [username])
  useEffect(() => {
    if (online) void refresh()
    // what was true before may not be by the time the network is back
    else setAnswer('none')
  }, [online, refresh])
  return { athlete, isGone: answer === 'gone', isAsking: online && answer === 'none', refresh }
}
