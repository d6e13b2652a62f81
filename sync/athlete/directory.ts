import { done, type Result, refuse } from '../result.ts'
import { isTagId, TAG_IDS, type TagId } from './tags.ts'

/** The orders of the directory: by name, by price with the lowest first, by the usual time to an answer. */
export const SORTS = ['name', 'price', 'speed'] as const
export type DirectorySort = (typeof SORTS)[number]
/** The price filters: the most cents a question may cost. */
export const PRICES = { free: 0, under10: 1_000, under25: 2_500, under50: 5_000 } as const
type PriceId = keyof typeof PRICES
/** The time filters: the most minutes an athlete usually takes to answer. */
export const WITHIN = { '12h': 720, '24h': 1_440, '48h': 2_880 } as const
type WithinId = keyof typeof WITHIN

/** A filter of the directory: every word of `q` and every tag has to match (S1-4.30). */
export type DirectoryFilter = {
  q: string
  tags: TagId[]
  sort: DirectorySort
  price: PriceId | null
  within: WithinId | null
}

/** A filter as it appears in an address: `tags` holds ids, separated by commas. */
export type DirectorySearch = { q?: string; tags?: string; sort?: string; price?: string; within?: string }

export const DIRECTORY = { searchCharacters: 60, searchWords: 6 } as const

/** The filter that lets everybody through. */
export const NO_FILTER: DirectoryFilter = { q: '', tags: [], sort: 'name', price: null, within: null }

/**
 * Reads a filter strictly. Refuses `bad-shape` for a search that is too long or not plain text, and for any value
 * outside the lists.
 */
export function readDirectoryFilter(search: DirectorySearch): Result<DirectoryFilter> {
  const { q = '', tags = '', sort = 'name', price, within } = search
  const ids = tags.split(',').filter(Boolean)
  if (!isPlain(q) || q.length > DIRECTORY.searchCharacters || !ids.every(isTagId)) return refuse('bad-shape')
  const filter = directoryFilterOf(search)
  const isKnown =
    filter.sort === sort && filter.price === (price ?? null) && filter.within === (within ?? null)
  return isKnown ? done(filter) : refuse('bad-shape')
}

/** Reads a filter from an address that a user typed or bookmarked, and drops whatever cannot be searched for. */
export function directoryFilterOf({
  q = '',
  tags = '',
  sort,
  price,
  within,
}: DirectorySearch): DirectoryFilter {
  const ids = tags.split(',')
  const searchable = isPlain(q) ? tidy(q.slice(0, DIRECTORY.searchCharacters)) : ''
  return {
    q: isPlain(searchable) ? searchable : '',
    tags: TAG_IDS.filter((id) => ids.includes(id)),
    sort: SORTS.find((each) => each === sort) ?? 'name',
    price: keyIn(PRICES, price),
    within: keyIn(WITHIN, within),
  }
}

/** Returns a filter as it appears in an address, without empty fields. */
export function directorySearchOf({ q, tags, sort, price, within }: DirectoryFilter): DirectorySearch {
  return {
    ...(q && { q }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(sort !== 'name' && { sort }),
    ...(price && { price }),
    ...(within && { within }),
  }
}

/** Checks whether a filter leaves anybody out. */
export function isFiltered({ q, tags, price, within }: DirectoryFilter): boolean {
  return q !== '' || tags.length > 0 || price !== null || within !== null
}

function keyIn<Table extends object>(table: Table, key: string | undefined): keyof Table | null {
  return key !== undefined && Object.hasOwn(table, key) ? (key as keyof Table) : null
}

/** Removes quotation marks, which addresses use to mark a number as text, and superfluous spaces. */
function tidy(q: string): string {
  return q.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
}

function isPlain(q: string): boolean {
  return q.isWellFormed() && !/\p{Cc}/u.test(q)
}
