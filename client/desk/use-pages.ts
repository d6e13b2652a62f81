import { type CallResult, call } from '../api/call.ts'
import { useLook } from './use-look.ts'

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
export function usePages<Answer extends { more: boolean }, Row>(
  paged: PagedCall<Answer, Row>,
): Pages<Answer, Row> {
  const { seen, trouble, reload, extend } = useLook<Found<Answer, Row>>({
    of: JSON.stringify([paged.path, paged.request]),
    begin: (before) => ({ rows: [], answer: before?.answer ?? null, more: false, ready: false }),
    look: ({ rows }) => readPages(paged, [], rows.length),
  })
  const loadMore = async () => {
    if (seen.rows.length > 0) await extend(({ rows }) => readPages(paged, rows, rows.length + 1))
  }
  return { ...seen, trouble, reload: () => void reload(), loadMore }
}

/** The pages behind these rows, until there are as many as are wanted, and at least one. */
async function readPages<Answer extends { more: boolean }, Row>(
  { path, request, rowsOf, cursorOf }: PagedCall<Answer, Row>,
  known: readonly Row[],
  wanted: number,
): Promise<CallResult<Found<Answer, Row>>> {
  const rows = [...known]
  for (;;) {
    const last = rows.at(-1)
    const page = await call<Answer>(path, { ...request, after: last === undefined ? null : cursorOf(last) })
    if (!page.ok) return page
    rows.push(...rowsOf(page.value))
    const { more } = page.value
    if (!more || rows.length >= wanted)
      return { ok: true, value: { rows, answer: page.value, more, ready: true } }
  }
}
