import { useEffect } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { useSession } from '../../api/session.ts'

/** The athletes whose profile view this page has already reported: a second look at a profile does not count. */
const told = new Set<string>()

/**
 * Reports to the server, without cookies, that somebody other than the athlete views the profile. Offline, no view
 * is reported.
 */
export function ViewTold({ athleteId }: { athleteId: string }) {
  const { confirmed, person } = useSession()
  const isOwn = person?.id === athleteId
  useEffect(() => {
    // Until the server has confirmed the session, the visitor may be the athlete.
    if (!confirmed || isOwn || told.has(athleteId)) return
    told.add(athleteId)
    fetch(CALLS.profileView, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ athleteId }),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => told.delete(athleteId))
  }, [confirmed, isOwn, athleteId])
  return null
}
