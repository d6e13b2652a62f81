import { useCallback, useEffect, useRef, useState } from 'react'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { refusalText } from '../text/refusals.ts'

/** How a list of the desk is asked for: where, what of it, and where its next page begins. */
export type PagedCall<Answer extends { more: boolean }, Row> = {
  path: string
  /** What it is narrowed to, without `after`. */
  request: object
  rowsOf: (answer: Answer) => readonly Row[]
  /** `after` of the page behind this row. */
  cursorOf: (row: Row) => unknown
}

export type Pages<Answer, Row> = {
  rows: Row[]
  /** The last page as it came, for what stands beside the rows. */
  answer: Answer | null
  more: boolean
  /** Once the first page is there; it stays on screen while a later look fails. */
  ready: boolean
  /** Why the last look came to nothing. */
  trouble: string | null
  reload: () => void
  loadMore: () => Promise<void>
}

type Kept<Answer, Row> = Pick<Pages<Answer, Row>, 'rows' | 'answer' | 'more' | 'ready' | 'trouble'>

const EMPTY = { rows: [], answer: null, more: false, ready: false, trouble: null }

/** A list of the desk, page by page; asked for anew when it is narrowed, and whenever something on the desk changed. */
export function usePages<Answer extends { more: boolean }, Row>(
  paged: PagedCall<Answer, Row>,
): Pages<Answer, Row> {
  const [kept, setKept] = useState<Kept<Answer, Row>>(EMPTY)
  const look = useRef(0)
  const shown = useRef<Kept<Answer, Row>>(EMPTY)
  shown.current = kept
  const latest = useRef(paged)
  latest.current = paged
  const narrowed = JSON.stringify([paged.path, paged.request])

  const reload = useCallback(async () => {
    look.current += 1
    const mine = look.current
    const found = await readPages(latest.current, shown.current.rows.length)
    // a later look has a later truth
    if (mine !== look.current) return
    setKept((before) => (found.ok ? found.value : { ...before, trouble: troubleOf(found) }))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew
  useEffect(() => {
    shown.current = EMPTY
    setKept((before) => ({ ...EMPTY, answer: before.answer }))
    void reload()
  }, [reload, narrowed])

  const loadMore = async () => {
    const last = kept.rows.at(-1)
    if (!last) return
    const page = await readPage(paged, last)
    if (!page.ok) return setKept({ ...kept, trouble: troubleOf(page) })
    const rows = [...kept.rows, ...paged.rowsOf(page.value)]
    setKept({ ...kept, rows, answer: page.value, more: page.value.more, trouble: null })
  }
  return { ...kept, reload: () => void reload(), loadMore }
}

function readPage<Answer extends { more: boolean }, Row>(
  { path, request, cursorOf }: PagedCall<Answer, Row>,
  last: Row | null,
): Promise<CallResult<Answer>> {
  return call<Answer>(path, { ...request, after: last === null ? null : cursorOf(last) })
}

/** As many pages as are on the screen already, and at least one. */
async function readPages<Answer extends { more: boolean }, Row>(
  paged: PagedCall<Answer, Row>,
  wanted: number,
): Promise<{ ok: true; value: Kept<Answer, Row> } | Extract<CallResult<Answer>, { ok: false }>> {
  const rows: Row[] = []
  for (;;) {
    const page = await readPage(paged, rows.at(-1) ?? null)
    if (!page.ok) return page
    rows.push(...paged.rowsOf(page.value))
    const { more } = page.value
    if (!more || rows.length >= wanted)
      return { ok: true, value: { rows, answer: page.value, more, ready: true, trouble: null } }
  }
}

/** Why a call of the desk came to nothing. */
export function troubleOf(failed: Extract<CallResult<unknown>, { ok: false }>): string {
  if (!isNetworkError(failed)) return refusalText(failed.refusal)
  return failed.reason === 'server'
    ? 'The server is in trouble. Nothing was changed.'
    : 'The server was not reached. Nothing was changed.'
}
