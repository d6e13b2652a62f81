import { readNote } from '../../api/keep-note.ts'
import type { LastWords } from './draft-backup.ts'

const PREFIX = 'infield.words.early.'

/**
 * Returns the drafts that were typed into the first step of asking before the app had loaded, one for each athlete,
 * as `app/first-paint/early-step.ts` saves them. They count as a guest's, because the page did not know the user
 * yet.
 */
export function earlyWords(): LastWords[] {
  return earlyKeys().flatMap((key) => {
    const words = readNote<LastWords>(key)
    return words?.id && words.athleteId ? [words] : []
  })
}

/**
 * Forgets the early draft with this id, because it is now stored elsewhere or discarded; without an id, all of
 * them.
 */
export function forgetEarlyWords(id?: string): void {
  const gone =
    id === undefined
      ? earlyKeys()
      : earlyWords().flatMap((words) => (words.id === id ? [PREFIX + words.athleteId] : []))
  for (const key of gone) localStorage.removeItem(key)
}

function earlyKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    // A browser that blocks storage has no early drafts.
    return []
  }
}
