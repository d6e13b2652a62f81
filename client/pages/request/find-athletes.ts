import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { directoryFilterOf, directorySearchOf } from '../../../sync/athlete/directory.ts'
import { isInDirectory } from '../../../sync/athlete/directory-rule.ts'
import type { AthletesAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { callLater } from '../../api/call-later.ts'
import { seenRoster } from '../../athlete/recently-seen.ts'

const PATIENCE_MS = 8_000

export type FoundAthletes = { athletes: PublicAthlete[]; isMore: boolean; isSeen: boolean }

/**
 * Finds the athletes who take questions and match the text: on the server or, if it is not reached, among those
 * this device has seen.
 */
export async function findAthletes(q: string): Promise<FoundAthletes> {
  const filter = directoryFilterOf({ q })
  const query = directorySearchOf(filter)
  const answer = await callLater<AthletesAnswer>(CALLS.athletes, { query, timeoutMs: PATIENCE_MS })
  if (answer.ok)
    return { athletes: answer.value.athletes, isMore: answer.value.after !== null, isSeen: false }
  const seen = seenRoster()?.athletes ?? []
  return { athletes: seen.filter((each) => isInDirectory(each, filter)), isMore: false, isSeen: true }
}
