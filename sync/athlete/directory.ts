import { done, type Result, refuse } from '../result.ts'
import { isTagId, TAG_IDS, type TagId } from './tags.ts'

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

/** Quotation marks are how an address says that a figure is text. */
function tidy(q: string): string {
  return q.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
}

function isPlain(q: string): boolean {
  return q.isWellFormed() && !/\p{Cc}/u.test(q)
}
