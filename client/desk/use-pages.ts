import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { askDesk, errorTextOf, lookAgain } from './desk-queries.ts'

/** How to fetch a list of the desk: its path, its filter, and where the next page begins. */
export type PagedCall<Answer extends { more: boolean }, Row> = {
  path: string
  /** The parameters that narrow the list, without `after`. */
  request: object
  rowsOf: (answer: Answer) => readonly Row[]
  /** Returns the `after` that fetches the page behind this row. */
  cursorOf: (row: Row) => unknown
}

type Found<Answer, Row> = {
  rows: Row[]
  /** The last page as the server sent it, for what the screen shows beside the rows. */
  answer: Answer | null
  more: boolean
  /** True once the first page has arrived, and still true when a later fetch fails. */
  ready: boolean
}

export type Pages<Answer, Row> = Found<Answer, Row> & {
  /** The reason why the last fetch failed, in words, or null. */
  errorText: string | null
  reload: () => void
  loadMore: () => Promise<void>
}

/** Fetches a list of the desk page by page, and again when `request` changes or the caller calls `reload`. */
export function usePages<Answer extends { more: boolean }, Row>({
  path,
  request,
  rowsOf,
  cursorOf,
}: PagedCall<Answer, Row>): Pages<Answer, Row> {
  const queries = useQueryClient()
  const adding = useRef(Promise.resolve())
  const queryKey = [path, request, 'pages']
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => askDesk<Answer>(path, { ...request, after: pageParam }),
    initialPageParam: null as unknown,
    getNextPageParam: (page) => {
      const last = rowsOf(page).at(-1)
      return page.more && last !== undefined ? cursorOf(last) : undefined
    },
    // Until the newly narrowed list arrives, `answer` keeps the old page and `rows` stays empty.
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const ready = query.data !== undefined && !query.isPlaceholderData
  // A reload and "Show more" would cancel each other, so each waits until the other has ended.
  const add = async () => {
    if (queries.isFetching({ queryKey }) > 0) await query.refetch({ cancelRefetch: false })
    await query.fetchNextPage()
  }
  const reload = async () => {
    await adding.current
    await lookAgain(queries, queryKey, query.refetch)
  }
  return {
    rows: ready ? pages.flatMap(rowsOf) : [],
    answer: pages.at(-1) ?? null,
    more: ready && query.hasNextPage,
    ready,
    errorText: errorTextOf(query.error),
    reload: () => void reload(),
    loadMore: () => {
      adding.current = add()
      return adding.current
    },
  }
}
