import type { PublicAthlete } from './athlete.ts'
import { DIRECTORY, type DirectoryFilter, PRICES, WITHIN } from './directory.ts'
import { TAG_IDS, TAGS } from './tags.ts'

/**
 * The texts that an athlete's `directoryText` must contain: at least one of each group. Those of `inTags` must be
 * in the part that lists the tags.
 */
export type DirectoryTerms = { anywhere: string[][]; inTags: string[][] }

/**
 * Returns the terms of a search. A word matches anywhere inside another word, but a word of one or two letters
 * only at the start of one. A word of a tag's label matches the tag. A tag is matched by id, or by equality with
 * or containment of its id or label (S1-3.5).
 */
export function directoryTerms({ q, tags }: Pick<DirectoryFilter, 'q' | 'tags'>): DirectoryTerms {
  return {
    anywhere: soughtWords({ q }).map(textsOfWord),
    inTags: tags.map((tag) => [...new Set([tag, foldText(TAGS[tag])])]),
  }
}

/**
 * Returns the searchable text of an athlete: name, username, sport, position, bio, areas of insight and, after a
 * bar, the tags. The database computes the same text (`directory_text`), so change both together.
 */
export function directoryText(athlete: PublicAthlete): string {
  const { firstName, lastName, username, sport, position, bio, interests, tags } = athlete
  const words = [firstName, lastName, username, sport, position ?? '', bio, ...interests].join(' ')
  return foldText(` ${words.replaceAll('|', ' ')} | ${tags.join(' | ')} |`)
}

/**
 * Checks whether an athlete matches a filter. A device applies this rule to the athletes it knows; the server
 * asks its index with the same rule.
 */
export function isInDirectory(athlete: PublicAthlete, filter: DirectoryFilter): boolean {
  const { anywhere, inTags } = directoryTerms(filter)
  const text = directoryText(athlete)
  const tags = text.slice(text.indexOf('|'))
  const has = (hay: string) => (group: string[]) => group.some((each) => hay.includes(each))
  return isOffered(athlete, filter) && anywhere.every(has(text)) && inTags.every(has(tags))
}

/** Checks whether an athlete takes questions, at such a price, and usually answers that soon. */
function isOffered({ paused, priceCents, answerMinutes }: PublicAthlete, filter: DirectoryFilter): boolean {
  const { price, within } = filter
  if (paused || (price !== null && (priceCents ?? 0) > PRICES[price])) return false
  return within === null || (answerMinutes !== null && answerMinutes <= WITHIN[within])
}

/** Returns the key by which an athlete is sorted, in ascending order. */
export function orderKey(athlete: Ordered, { sort }: Pick<DirectoryFilter, 'sort'>): number | string {
  if (sort === 'price') return athlete.priceCents ?? 0
  return sort === 'speed' ? (athlete.answerMinutes ?? UNKNOWN_MINUTES) : directoryName(athlete)
}

/**
 * Compares two athletes by the sort key, and by username where the keys are equal. Below 0, the first comes
 * first.
 */
export function compareInOrder(a: Ordered, b: Ordered, filter: Pick<DirectoryFilter, 'sort'>): number {
  const [key, other] = [orderKey(a, filter), orderKey(b, filter)]
  const byKey = typeof key === 'number' ? key - Number(other) : compareTexts(key, String(other))
  return byKey || compareTexts(a.username, b.username)
}

type Ordered = Pick<PublicAthlete, 'firstName' | 'lastName' | 'username' | 'priceCents' | 'answerMinutes'>

/**
 * Returns the shown name in the form it is sorted by. The database computes the same (`directory_name`), so
 * change both together.
 */
function directoryName({ firstName, lastName }: Ordered): string {
  return foldText(`${firstName} ${lastName}`)
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The sort key of athletes who have not answered often enough; they come last. */
export const UNKNOWN_MINUTES = 999_999_999

/** The least share of common three-letter groups at which two words count as the same word with a typing error. */
const NEAR_ENOUGH = 0.42
/** A word of fewer letters has to match as it is typed. */
const NEAR_LETTERS = 4

/**
 * Checks whether a word has to match as it is typed: a short one, and one of marks alone, of which the database
 * knows no three-letter groups.
 */
export const isOnlyAsTyped = (word: string): boolean =>
  word.length < NEAR_LETTERS || !/[\p{L}\p{N}]/u.test(word)

/** Returns the athletes who nearly match a search, the nearest first, and by username among equals. */
export function nearestFirst(athletes: readonly PublicAthlete[], filter: DirectoryFilter): PublicAthlete[] {
  const shareOf = createShares()
  return athletes
    .flatMap((athlete) => {
      const nearness = nearnessTo(athlete, filter, shareOf)
      return nearness === null ? [] : [{ athlete, nearness }]
    })
    .sort((a, b) => b.nearness - a.nearness || (a.athlete.username < b.athlete.username ? -1 : 1))
    .map(({ athlete }) => athlete)
}

/**
 * Returns how near an athlete comes to a search that matches nothing as typed: 0 to 1, or null where the athlete
 * does not match. A word of four letters or more may contain typing errors; a shorter one, or one of marks alone, has
 * to match.
 */
function nearnessTo(athlete: PublicAthlete, filter: DirectoryFilter, shareOf: ShareOf): number | null {
  if (!isInDirectory(athlete, { ...filter, q: '' })) return null
  const text = directoryText(athlete)
  const words = [...new Set(text.split(/[ |_]+/).filter(Boolean))]
  const sought = soughtWords(filter)
  const nearness = sought.map((word) => {
    if (text.includes(asTyped(word))) return 1
    return isOnlyAsTyped(word) ? 0 : Math.max(0, ...words.map((each) => shareOf(word, each)))
  })
  const isNear = nearness.length > 0 && nearness.every((each) => each >= NEAR_ENOUGH)
  return isNear ? nearness.reduce((sum, each) => sum + each, 0) / nearness.length : null
}

type ShareOf = (word: string, other: string) => number

/**
 * Returns what tells the share of three-letter groups that two words have in common. It splits each word once,
 * because the athletes of one search have most of their words in common, and anybody may search.
 */
function createShares(): ShareOf {
  const known = new Map<string, Set<string>>()
  const threesOf = (word: string) => {
    const threes = known.get(word) ?? splitInThrees(word)
    known.set(word, threes)
    return threes
  }
  return (word, other) => {
    const own = threesOf(word)
    const theirs = threesOf(other)
    let shared = 0
    for (const each of own) if (theirs.has(each)) shared += 1
    return (2 * shared) / (own.size + theirs.size)
  }
}

function splitInThrees(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Returns the words of a search, folded for comparison. */
export function soughtWords({ q }: Pick<DirectoryFilter, 'q'>): string[] {
  return foldText(q.replaceAll('|', ' ')).split(' ').filter(Boolean).slice(0, DIRECTORY.searchWords)
}

/** Returns a text in lower case, without accents, with one space between words. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/\s+/g, ' ')
}

/** Returns what a text contains that has this word as it is typed: one of one or two letters begins a word there. */
export const asTyped = (word: string) => (word.length < 3 ? ` ${word}` : word)

function textsOfWord(word: string): string[] {
  const sought = asTyped(word)
  const tags = TAG_IDS.filter((id) => ` ${foldText(TAGS[id])}`.includes(sought))
  return [sought, ...tags.filter((id) => !id.includes(sought))]
}
