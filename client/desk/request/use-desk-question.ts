import { useCallback, useEffect, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { call } from '../../api/call.ts'
import { changesBetween } from '../desk-words.ts'
import { troubleOf } from '../use-pages.ts'

export type DeskQuestion = {
  question: DeskQuestionAnswer | null
  trouble: string | null
  /** What became different since it was first looked at, until it is looked at anew. */
  changes: string[]
  reload: () => Promise<void>
}

type Kept = { of: string; question: DeskQuestionAnswer | null; trouble: string | null; changes: string[] }

/** One request whole. Looked at again, it says what changed since it was opened. The next one is fetched ahead of time. */
export function useDeskQuestion(id: string | null, nextId: string | null): DeskQuestion {
  const [kept, setKept] = useState<Kept | null>(null)
  const ahead = useRef(new Map<string, DeskQuestionAnswer>())
  const wanted = useRef(id)
  wanted.current = id

  const read = useCallback(async (of: string) => {
    const answer = await call<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id: of })
    if (wanted.current !== of) return
    setKept((before) => {
      const known = before?.of === of ? before : { of, question: null, trouble: null, changes: [] }
      if (!answer.ok) return { ...known, trouble: troubleOf(answer) }
      const fresh = known.question ? changesBetween(known.question, answer.value) : []
      return { of, question: answer.value, trouble: null, changes: [...known.changes, ...fresh] }
    })
  }, [])

  useEffect(() => {
    const question = id === null ? undefined : ahead.current.get(id)
    ahead.current.clear()
    setKept(id && question ? { of: id, question, trouble: null, changes: [] } : null)
    if (id) void read(id)
  }, [id, read])
  const isThere = kept?.of === id && kept?.question !== null
  useEffect(() => {
    if (!isThere || nextId === null || nextId === id || ahead.current.has(nextId)) return
    void call<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id: nextId }).then((answer) => {
      if (answer.ok) ahead.current.set(nextId, answer.value)
    })
  }, [id, isThere, nextId])

  const isIt = kept?.of === id
  // what was fetched ahead stands there at once, not a frame later
  const fetched = id === null ? undefined : ahead.current.get(id)
  return {
    question: (isIt ? kept.question : fetched) ?? null,
    trouble: isIt ? kept.trouble : null,
    changes: isIt ? kept.changes : [],
    reload: async () => {
      if (id) await read(id)
    },
  }
}
