import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { CALLS } from '../../../sync/paths.ts'
import { callLater } from '../../api/call-later.ts'
import { getSession } from '../../api/session.ts'
import { keepProfile, seenProfile } from '../../athlete/recently-seen.ts'
import type { Profile } from '../load-profile.ts'

const PATIENCE_MS = 8_000
/** So long a change of one's own is waited for. */
const CHANGES_MS = 3_000

/** The profile at a username as the server says, kept; or as it was last seen here. */
export async function askProfile(username: string): Promise<Profile> {
  await ownChangesSent(username)
  const answer = await callLater<PublicAthlete>(`${CALLS.athlete}${encodeURIComponent(username)}`, {
    timeoutMs: PATIENCE_MS,
  })
  if (answer.ok) {
    keepProfile(answer.value)
    return { athlete: answer.value, seenAt: null, isMissing: false }
  }
  const isGone = 'refusal' in answer && answer.refusal.code === 'not-found'
  if (isGone) return { athlete: null, seenAt: null, isMissing: false }
  const seen = seenProfile(username)
  return { athlete: seen?.athlete ?? null, seenAt: seen?.at ?? null, isMissing: !seen }
}

/** Whoever looks at their own profile right after a change of it sees the change: the server has heard of it first. */
async function ownChangesSent(username: string): Promise<void> {
  const { person } = getSession()
  if (person?.username !== username || !navigator.onLine) return
  const loaded = await import('../../db/device.ts').catch(() => null)
  if (!loaded) return
  const device = loaded.openDevice(person.id)
  const countWaiting = () =>
    device.outbox
      .where({ subject: person.id })
      .and(({ name, state }) => name === 'profile.save' && state === 'waiting')
      .count()
  await new Promise<void>((resolve) => {
    const patience = setTimeout(() => end(), CHANGES_MS)
    const stop = loaded.watchDevice(countWaiting, (waiting) => {
      if (waiting === 0) end()
    })
    const end = () => {
      clearTimeout(patience)
      stop()
      resolve()
    }
  })
}
