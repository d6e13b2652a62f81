import type { LastWords } from './draft-backup.ts'

const PREFIX = 'infield.words.early.'

/**
 * The drafts entered into the first step of asking before the app was there to keep them: one for each athlete, as
 * `app/first-paint/early-step.ts` leaves them. They are a guest's, like everything of whom nothing is known yet.
 */
export function earlyWords(): LastWords[] {
  return earlyKeys().flatMap((key) => {
    try {
      const words = JSON.parse(localStorage.getItem(key) ?? 'null') as LastWords | null
      return words?.id && words.athleteId ? [words] : []
    } catch {
      return []
    }
  })
}

/** Forgets such a draft, which is kept elsewhere by now or is gone, or all of them. */
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
    // a browser that keeps nothing has kept no words
    return []
  }
}
