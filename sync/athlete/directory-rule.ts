import type { PublicAthlete } from './athlete.ts'
import { DIRECTORY, type DirectoryFilter, PRICES, WITHIN } from './directory.ts'
import { TAG_IDS, TAGS } from './tags.ts'

/** What has to stand in an athlete's `directoryText`: one text of each group; `inTags`, in the part of the tags. */
export type DirectoryTerms = { anywhere: string[][]; inTags: string[][] }

/**
 * A word is found anywhere inside a word, one of one or two letters only where a word begins. A word of a tag's label
 * finds the tag. A tag is matched by id, or by equality with or containment of its id or label (S1-3.5).
 */
export function directoryTerms({ q, tags }: Pick<DirectoryFilter, 'q' | 'tags'>): DirectoryTerms {
  return {
    anywhere: soughtWords({ q }).map(textsOfWord),
    inTags: tags.map((tag) => [...new Set([tag, foldText(TAGS[tag])])]),
  }
}

/**
 * What the directory knows an athlete by: name, username, sport, position, bio, areas of insight, and behind a bar the tags.
 * The database keeps the same text (`directory_text`); a change here is a change there.
 */
export function directoryText(athlete: PublicAthlete): string {
  const { firstName, lastName, username, sport, position, bio, interests, tags } = athlete
  const words = [firstName, lastName, username, sport, position ?? '', bio, ...interests].join(' ')
  return foldText(` ${words.replaceAll('|', ' ')} | ${tags.join(' | ')} |`)
}

/** The rule as a device applies it to the athletes it has seen; the server asks its index the same. */
export function isInDirectory(athlete: PublicAthlete, filter: DirectoryFilter): boolean {
  const { anywhere, inTags } = directoryTerms(filter)
  const text = directoryText(athlete)
  const tags = text.slice(text.indexOf('|'))
  const has = (hay: string) => (group: string[]) => group.some((each) => hay.includes(each))
  return isOffered(athlete, filter) && anywhere.every(has(text)) && inTags.every(has(tags))
}

/** Whether an athlete takes questions for such a price, and usually answers that soon. */
function isOffered({ paused, priceCents, answerMinutes }: PublicAthlete, filter: DirectoryFilter): boolean {
  const { price, within } = filter
  if (paused || (price !== null && (priceCents ?? 0) > PRICES[price])) return false
  return within === null || (answerMinutes !== null && answerMinutes <= WITHIN[within])
}

/** By what an athlete stands where they stand: the lowest first. */
export function orderKey(athlete: Ordered, { sort }: Pick<DirectoryFilter, 'sort'>): number | string {
  if (sort === 'price') return athlete.priceCents ?? 0
  return sort === 'speed' ? (athlete.answerMinutes ?? UNKNOWN_MINUTES) : directoryName(athlete)
}

/** How two athletes stand to each other, below 0 where the first comes first: by the key, and by username among equals. */
export function compareInOrder(a: Ordered, b: Ordered, filter: Pick<DirectoryFilter, 'sort'>): number {
  const [key, other] = [orderKey(a, filter), orderKey(b, filter)]
  const byKey = typeof key === 'number' ? key - Number(other) : compareTexts(key, String(other))
  return byKey || compareTexts(a.username, b.username)
}

type Ordered = Pick<PublicAthlete, 'firstName' | 'lastName' | 'username' | 'priceCents' | 'answerMinutes'>

/** The name that is shown, as it is sorted; the database makes the same (`directory_name`), and a change here is a change there. */
function directoryName({ firstName, lastName }: Ordered): string {
  return foldText(`${firstName} ${lastName}`)
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Whoever has not answered often enough stands last. */
export const UNKNOWN_MINUTES = 999_999_999

/** So much two words have in common, by groups of three letters, where one is taken for a slip of the keys. */
const NEAR_ENOUGH = 0.42
const NEAR_LETTERS = 4

/**
 * How near an athlete comes to a search whose words stand nowhere as they were typed: 0 to 1, null where they do not. A
 * word of four letters or more may have slips in it; a shorter one has to be there.
 */
function nearnessTo(athlete: PublicAthlete, filter: DirectoryFilter): number | null {
  if (!isInDirectory(athlete, { ...filter, q: '' })) return null
  const text = directoryText(athlete)
  const words = text.split(/[ |_]+/).filter(Boolean)
  const sought = soughtWords(filter)
  const nearness = sought.map((word) => {
    if (text.includes(word.length < 3 ? ` ${word}` : word)) return 1
    return word.length < NEAR_LETTERS ? 0 : Math.max(0, ...words.map((each) => shareOf(word, each)))
  })
  const isNear = nearness.length > 0 && nearness.every((each) => each >= NEAR_ENOUGH)
  return isNear ? nearness.reduce((sum, each) => sum + each, 0) / nearness.length : null
}

/** Those who come near a search, the nearest first, and by username among equals. */
export function nearestFirst(athletes: readonly PublicAthlete[], filter: DirectoryFilter): PublicAthlete[] {
  return athletes
    .flatMap((athlete) => {
      const nearness = nearnessTo(athlete, filter)
      return nearness === null ? [] : [{ athlete, nearness }]
    })
    .sort((a, b) => b.nearness - a.nearness || (a.athlete.username < b.athlete.username ? -1 : 1))
    .map(({ athlete }) => athlete)
}

/** How much two words have in common, of all their groups of three letters. */
function shareOf(word: string, other: string): number {
  const own = threesOf(word)
  const theirs = threesOf(other)
  const shared = [...own].filter((each) => theirs.has(each)).length
  return (2 * shared) / (own.size + theirs.size)
}

function threesOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** The words of a search as they are compared. */
export function soughtWords({ q }: Pick<DirectoryFilter, 'q'>): string[] {
  return foldText(q.replaceAll('|', ' ')).split(' ').filter(Boolean).slice(0, DIRECTORY.searchWords)
}

/** Lower case, without accents, one space between words. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/\s+/g, ' ')
}

function textsOfWord(word: string): string[] {
  const sought = word.length < 3 ? ` ${word}` : word
  const tags = TAG_IDS.filter((id) => ` ${foldText(TAGS[id])}`.includes(sought))
  return [sought, ...tags.filter((id) => !id.includes(sought))]
}
