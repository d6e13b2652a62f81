import { done, type Result, refuse } from '../result.ts'
import { isTagId, TAG_IDS, type TagId } from './tags.ts'

/** By what the directory is ordered: the name, the price with the lowest first, the usual time to an answer. */
export const SORTS = ['name', 'price', 'speed'] as const
export type DirectorySort = (typeof SORTS)[number]
/** At most so many cents a question. */
export const PRICES = { free: 0, under10: 1_000, under25: 2_500, under50: 5_000 } as const
type PriceId = keyof typeof PRICES
/** Usually answered within so many minutes. */
export const WITHIN = { '12h': 720, '24h': 1_440, '48h': 2_880 } as const
type WithinId = keyof typeof WITHIN

/** What the directory is narrowed to: every word of `q` and every tag has to be there (S1-4.30). */
export type DirectoryFilter = {
  q: string
  tags: TagId[]
  sort: DirectorySort
  price: PriceId | null
  within: WithinId | null
}

/** A filter as an address carries it: `tags` are ids with commas between them. */
export type DirectorySearch = { q?: string; tags?: string; sort?: string; price?: string; within?: string }

export const DIRECTORY = { searchCharacters: 60, searchWords: 6 } as const

/** Nothing is asked for: everybody. */
export const NO_FILTER: DirectoryFilter = { q: '', tags: [], sort: 'name', price: null, within: null }

/** Reads a filter strictly. Refuses `bad-shape`: a search too long or of no plain text, a word that is none of the lists. */
export function readDirectoryFilter(search: DirectorySearch): Result<DirectoryFilter> {
  const { q = '', tags = '', sort = 'name', price, within } = search
  const ids = tags.split(',').filter(Boolean)
  if (!isPlain(q) || q.length > DIRECTORY.searchCharacters || !ids.every(isTagId)) return refuse('bad-shape')
  const filter = directoryFilterOf(search)
  const isKnown =
    filter.sort === sort && filter.price === (price ?? null) && filter.within === (within ?? null)
  return isKnown ? done(filter) : refuse('bad-shape')
}

/** The same for an address somebody typed or kept: what cannot be searched for is left out of it. */
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

/** A filter as an address carries it, without what is empty. */
export function directorySearchOf({ q, tags, sort, price, within }: DirectoryFilter): DirectorySearch {
  return {
    ...(q && { q }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(sort !== 'name' && { sort }),
    ...(price && { price }),
    ...(within && { within }),
  }
}

/** Whether a filter leaves anybody out. */
export function isFiltered({ q, tags, price, within }: DirectoryFilter): boolean {
  return q !== '' || tags.length > 0 || price !== null || within !== null
}

function keyIn<Table extends object>(table: Table, key: string | undefined): keyof Table | null {
  return key !== undefined && Object.hasOwn(table, key) ? (key as keyof Table) : null
}

/** Quotation marks are how an address says that a figure is text. */
function tidy(q: string): string {
  return q.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
}

function isPlain(q: string): boolean {
  return q.isWellFormed() && !/\p{Cc}/u.test(q)
}
