import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { askDesk, lookAgain, troubleIn } from './desk-queries.ts'

/** How a list of the desk is asked for: where, what of it, and where its next page begins. */
export type PagedCall<Answer extends { more: boolean }, Row> = {
  path: string
  /** What it is narrowed to, without `after`. */
  request: object
  rowsOf: (answer: Answer) => readonly Row[]
  /** `after` of the page behind this row. */
  cursorOf: (row: Row) => unknown
}

type Found<Answer, Row> = {
  rows: Row[]
  /** The last page as it came, for what stands beside the rows. */
  answer: Answer | null
  more: boolean
  /** Once the first page is there; it stays on screen while a later look fails. */
  ready: boolean
}

export type Pages<Answer, Row> = Found<Answer, Row> & {
  /** Why the last look came to nothing. */
  trouble: string | null
  reload: () => void
  loadMore: () => Promise<void>
}

/** A list of the desk, page by page; asked for anew when it is narrowed, and whenever something on the desk changed. */
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
    // of a list that is narrowed otherwise only what stands beside the rows is shown until its own is there
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const ready = query.data !== undefined && !query.isPlaceholderData
  // either would break off the other: what is under way is waited for
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
    trouble: troubleIn(query.error),
    reload: () => void reload(),
    loadMore: () => {
      adding.current = add()
      return adding.current
    },
  }
}
