import { useEffect } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { useSession } from '../../api/session.ts'

/** Of whom this page has told already: a profile that is come back to was looked at once. */
const told = new Set<string>()

/** Tells the server that somebody other than the athlete looks at a profile, without cookies; offline nobody hears of it. */
export function ViewTold({ athleteId }: { athleteId: string }) {
  const { confirmed, person } = useSession()
  const isOwn = person?.id === athleteId
  useEffect(() => {
    // before the server has said who this is, it may be the athlete
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
