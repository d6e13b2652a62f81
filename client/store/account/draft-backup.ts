import { keepNote, readNote } from '../../api/keep-note.ts'

/**
 * A draft at the moment its page closed, or when the database could store no more. The screen defines the text in
 * `body`.
 */
export type LastWords = { id: string; athleteId: string; body: string; savedAt: number }

const prefixOf = (account: string) => `infield.words.${account}.`
/** Where former builds kept the words of one draft for each account. */
const formerKeyOf = (account: string) => `infield.words.${account}`

/** The latest moment at which words of each draft were saved, as far as this page knows. */
const latestOf = new Map<string, number>()

/**
 * Returns the moment for words of a draft that are saved now. It is later than that of all words saved before, because
 * the clock may have been set back since, and older words must not replace newer ones.
 */
export function nextMoment(account: string, id: string): number {
  const left = [prefixOf(account) + id, formerKeyOf(account)].map(parseWords)
  for (const words of left) if (words?.id === id) noteMoment(words)
  const moment = Math.max(Date.now(), (latestOf.get(id) ?? 0) + 1)
  latestOf.set(id, moment)
  return moment
}

/** Notes when words of a draft were saved, as they are read, so that words written from now on count as later. */
export function noteMoment({ id, savedAt }: Pick<LastWords, 'id' | 'savedAt'>): void {
  latestOf.set(id, Math.max(savedAt, latestOf.get(id) ?? 0))
}

/**
 * Saves typed words that are not yet in the database to localStorage, the one store that a closing page can still
 * write: a slow disk may miss the last database write, and a full one rejects it. Returns whether the words were
 * saved.
 */
export function leaveWords(account: string, words: LastWords): boolean {
  return keepNote(prefixOf(account) + words.id, JSON.stringify(words))
}

/**
 * Returns the row with the backed-up words of its draft, if those are newer. Forgets a backup that the database has
 * caught up with.
 */
export function withLastWords<Row extends Omit<LastWords, 'athleteId'>>(account: string, row: Row): Row {
  const words = readWords(account).find(({ id }) => id === row.id)
  if (!words) return row
  if (words.savedAt > row.savedAt) return { ...row, ...words }
  forgetWords(account, row.id)
  return row
}

/** Returns the backups of drafts of which the database has no row. */
export function wordsAlone(account: string, known: readonly { id: string }[]): LastWords[] {
  return readWords(account).filter(({ id, athleteId }) => athleteId && !known.some((row) => row.id === id))
}

/** Forgets an account's backups, or with `id` only that of one draft. */
export function forgetWords(account: string, id?: string): void {
  for (const key of keysOf(account))
    if (id === undefined || parseWords(key)?.id === id) localStorage.removeItem(key)
}

/** Reads the backups of an account; where former and new builds left words of one draft, the latest. */
function readWords(account: string): LastWords[] {
  const latest = new Map<string, LastWords>()
  for (const words of keysOf(account).flatMap((key) => parseWords(key) ?? []))
    if (words.savedAt >= (latest.get(words.id)?.savedAt ?? 0)) latest.set(words.id, words)
  return [...latest.values()]
}

function keysOf(account: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => key === formerKeyOf(account) || key.startsWith(prefixOf(account)))
  } catch {
    // A browser that blocks storage has no backup.
    return []
  }
}

const parseWords = (key: string) => readNote<LastWords>(key)
