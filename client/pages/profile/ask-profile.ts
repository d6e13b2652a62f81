import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { CALLS } from '../../../sync/paths.ts'
import { callLater } from '../../api/call-later.ts'
import { isOnline } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { keepProfile, seenProfile } from '../../athlete/recently-seen.ts'
import type { Profile } from '../load-profile.ts'

const PATIENCE_MS = 8_000
/** How many milliseconds the profile waits at most until the athlete's own changes are sent. */
const CHANGES_MS = 3_000

/**
 * Fetches the profile at a username and stores it. If the server is not reached, returns what this device saw last.
 */
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

/**
 * Waits until athletes' own changes have left the outbox, so that they see a change on their profile right after
 * making it.
 */
async function ownChangesSent(username: string): Promise<void> {
  const { person } = getSession()
  if (person?.username !== username || !isOnline()) return
  const parts = [import('../../db/device.ts'), import('../../db/watch-device.ts')] as const
  const loaded = await Promise.all(parts).catch(() => null)
  if (!loaded) return
  const [{ openDevice }, { watchDevice }] = loaded
  const device = openDevice(person.id)
  const countWaiting = () =>
    device.outbox
      .where({ subject: person.id })
      .and(({ name, state }) => name === 'profile.save' && state === 'waiting')
      .count()
  await new Promise<void>((resolve) => {
    const patience = setTimeout(() => end(), CHANGES_MS)
    const stop = watchDevice(countWaiting, (waiting) => {
      if (waiting === 0) end()
    })
    const end = () => {
      clearTimeout(patience)
      stop()
      resolve()
    }
  })
}
