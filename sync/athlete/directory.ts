import { done, type Result, refuse } from '../result.ts'
import type { PublicAthlete } from './athlete.ts'
import { isTagId, TAG_IDS, TAGS, type TagId } from './tags.ts'

/** What the directory is narrowed to: every word of `q` and every tag has to be there (S1-4.30). */
export type DirectoryFilter = { q: string; tags: TagId[] }

/** A filter as an address carries it: `tags` are ids with commas between them. */
export type DirectorySearch = { q?: string; tags?: string }

export const DIRECTORY = { searchCharacters: 60, searchWords: 6 } as const

/** Nothing is asked for: everybody. */
export const NO_FILTER: DirectoryFilter = { q: '', tags: [] }

/** Reads a filter strictly. Refuses `bad-shape`: a search too long or of no plain text, a tag that is none of the catalogue. */
export function readDirectoryFilter({ q = '', tags = '' }: DirectorySearch): Result<DirectoryFilter> {
  const ids = tags.split(',').filter(Boolean)
  if (!isPlain(q) || q.length > DIRECTORY.searchCharacters || !ids.every(isTagId)) return refuse('bad-shape')
  return done({ q: tidy(q), tags: TAG_IDS.filter((id) => ids.includes(id)) })
}

/** The same for an address somebody typed or kept: what cannot be searched for is left out of it. */
export function directoryFilterOf({ q = '', tags = '' }: DirectorySearch): DirectoryFilter {
  const ids = tags.split(',')
  const searchable = isPlain(q) ? tidy(q.slice(0, DIRECTORY.searchCharacters)) : ''
  return { q: isPlain(searchable) ? searchable : '', tags: TAG_IDS.filter((id) => ids.includes(id)) }
}

/** A filter as an address carries it, without what is empty. */
export function directorySearchOf({ q, tags }: DirectoryFilter): DirectorySearch {
  return { ...(q && { q }), ...(tags.length > 0 && { tags: tags.join(',') }) }
}

/** Whether a filter leaves anybody out. */
export function isFiltered({ q, tags }: DirectoryFilter): boolean {
  return q !== '' || tags.length > 0
}

/** What has to stand in an athlete's `directoryText`: one text of each group; `inTags`, in the part of the tags. */
export type DirectoryTerms = { anywhere: string[][]; inTags: string[][] }

/**
 * A word is found anywhere inside a word, one of one or two letters only where a word begins. A word of a tag's label
 * finds the tag. A tag is matched by id, or by equality with or containment of its id or label (S1-3.5).
 */
export function directoryTerms({ q, tags }: DirectoryFilter): DirectoryTerms {
  return {
    anywhere: foldText(q.replaceAll('|', ' '))
      .split(' ')
      .filter(Boolean)
      .slice(0, DIRECTORY.searchWords)
      .map(textsOfWord),
    inTags: tags.map((tag) => [...new Set([tag, foldText(TAGS[tag])])]),
  }
}

/**
 * What the directory knows an athlete by: name, username, sport, position, areas of insight, and behind a bar the tags.
 * The database keeps the same text (`directory_text`); a change here is a change there.
 */
export function directoryText(athlete: PublicAthlete): string {
  const { firstName, lastName, username, sport, position, interests, tags } = athlete
  const words = [firstName, lastName, username, sport, position ?? '', ...interests].join(' ')
  return foldText(` ${words.replaceAll('|', ' ')} | ${tags.join(' | ')} |`)
}

/** The rule as a device applies it to the athletes it has seen; the server asks its index the same. */
export function isInDirectory(athlete: PublicAthlete, filter: DirectoryFilter): boolean {
  const { anywhere, inTags } = directoryTerms(filter)
  const text = directoryText(athlete)
  const tags = text.slice(text.indexOf('|'))
  const has = (hay: string) => (group: string[]) => group.some((each) => hay.includes(each))
  return !athlete.paused && anywhere.every(has(text)) && inTags.every(has(tags))
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

/** Quotation marks are how an address says that a figure is text. */
function tidy(q: string): string {
  return q.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
}

function isPlain(q: string): boolean {
  return q.isWellFormed() && !/\p{Cc}/u.test(q)
}
