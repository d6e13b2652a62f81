import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../app/call.ts'
import { changesBetween } from '../desk-words.ts'
import { troubleOf } from '../use-desk-list.ts'

export type DeskQuestion = {
  question: DeskQuestionAnswer | null
  trouble: string | null
  /** What became different since it was first looked at, until it is looked at anew. */
  changes: string[]
  reload: () => Promise<void>
}

type Kept = { of: string; question: DeskQuestionAnswer | null; trouble: string | null; changes: string[] }

/** One request whole. Looked at again, it says what changed since it was opened. */
export function useDeskQuestion(id: string | null): DeskQuestion {
  const [kept, setKept] = useState<Kept | null>(null)
  const wanted = useRef(id)
  wanted.current = id

  const read = useCallback(async (of: string) => {
    const answer = await call<DeskQuestionAnswer>(CALLS.deskQuestion, { id: of })
    if (wanted.current !== of) return
    setKept((before) => {
      const known = before?.of === of ? before : { of, question: null, trouble: null, changes: [] }
      if (!answer.ok) return { ...known, trouble: troubleOf(answer) }
      const fresh = known.question ? changesBetween(known.question, answer.value) : []
      return { of, question: answer.value, trouble: null, changes: [...known.changes, ...fresh] }
    })
  }, [])

  useEffect(() => {
    setKept(null)
    if (id) void read(id)
  }, [id, read])

  const isIt = kept?.of === id
  return {
    question: isIt ? kept.question : null,
    trouble: isIt ? kept.trouble : null,
    changes: isIt ? kept.changes : [],
    reload: async () => {
      if (id) await read(id)
    },
  }
}
