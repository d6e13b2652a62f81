import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeskQuestionsAnswer, DeskRow } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { QuestionStatus } from '../../sync/question/status.ts'
import { type CallResult, call, isUnreached } from '../app/call.ts'
import { refusalText } from '../text/refusals.ts'

export type DeskList = {
  rows: DeskRow[]
  counts: DeskQuestionsAnswer['counts'] | null
  more: boolean
  /** `ready` once the first page is there; it stays on screen while a later look fails. */
  ready: boolean
  /** Why the last look came to nothing. */
  trouble: string | null
  reload: () => void
  loadMore: () => Promise<void>
}

type Kept = Pick<DeskList, 'rows' | 'counts' | 'more' | 'ready' | 'trouble'>

const EMPTY: Kept = { rows: [], counts: null, more: false, ready: false, trouble: null }

/** The requests of one status, newest first, page by page; asked for anew whenever something on the desk changed. */
export function useDeskList(status: QuestionStatus | null): DeskList {
  const [kept, setKept] = useState<Kept>(EMPTY)
  const look = useRef(0)
  const shown = useRef<Kept>(EMPTY)
  shown.current = kept

  const reload = useCallback(async () => {
    look.current += 1
    const mine = look.current
    const found = await readPages(status, shown.current.rows.length)
    // a later look has a later truth
    if (mine !== look.current) return
    setKept((before) => (found.ok ? found.value : { ...before, trouble: troubleOf(found) }))
  }, [status])

  useEffect(() => {
    shown.current = EMPTY
    setKept((before) => ({ ...EMPTY, counts: before.counts }))
    void reload()
  }, [reload])

  const loadMore = async () => {
    const last = kept.rows.at(-1)
    if (!last) return
    const page = await readPage(status, last)
    if (!page.ok) return setKept({ ...kept, trouble: troubleOf(page) })
    const { rows, more, counts } = page.value
    setKept({ ...kept, rows: [...kept.rows, ...rows], more, counts, trouble: null })
  }
  return { ...kept, reload: () => void reload(), loadMore }
}

function readPage(
  status: QuestionStatus | null,
  last: DeskRow | null,
): Promise<CallResult<DeskQuestionsAnswer>> {
  const after = last && { submittedAt: last.submittedAt, id: last.id }
  return call<DeskQuestionsAnswer>(CALLS.deskQuestions, { status, after })
}

/** As many pages as are on the screen already, and at least one. */
async function readPages(
  status: QuestionStatus | null,
  wanted: number,
): Promise<{ ok: true; value: Kept } | Extract<CallResult<DeskQuestionsAnswer>, { ok: false }>> {
  const rows: DeskRow[] = []
  for (;;) {
    const page = await readPage(status, rows.at(-1) ?? null)
    if (!page.ok) return page
    rows.push(...page.value.rows)
    const { more, counts } = page.value
    if (!more || rows.length >= wanted)
      return { ok: true, value: { rows, counts, more, ready: true, trouble: null } }
  }
}

/** Why a call of the desk came to nothing. */
export function troubleOf(failed: Extract<CallResult<unknown>, { ok: false }>): string {
  if (!isUnreached(failed)) return refusalText(failed.refusal)
  return failed.reason === 'server'
    ? 'The server is in trouble. Nothing was changed.'
    : 'The server was not reached. Nothing was changed.'
}
