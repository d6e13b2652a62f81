import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { askDesk, lookAgain, troubleIn } from '../desk-queries.ts'
import { changesBetween } from '../desk-words.ts'

export type DeskQuestion = {
  question: DeskQuestionAnswer | null
  /** What became different since it was first looked at, until it is looked at anew. */
  changes: string[]
  trouble: string | null
  reload: () => Promise<void>
  /** Looks again after what somebody has done here: that is no news to them. */
  reloadOwn: () => Promise<void>
}

const read = (id: string) => askDesk<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id })

/** One request whole. Looked at again, it says what changed since it was opened. The next one is fetched ahead of time. */
export function useDeskQuestion(id: string | null, nextId: string | null): DeskQuestion {
  const ahead = useRef(new Map<string, DeskQuestionAnswer>())
  const isOwn = useRef(false)
  const [first, setFirst] = useState<DeskQuestionAnswer | null>(null)
  const queries = useQueryClient()
  const queryKey = [DESK_CALLS.deskQuestion, id]
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: id !== null,
    queryFn: async () => {
      const isAfterOwn = isOwn.current
      const question = await read(id ?? '')
      if (isAfterOwn) {
        isOwn.current = false
        setFirst(question)
      }
      return question
    },
    initialData: () => ahead.current.get(id ?? ''),
    initialDataUpdatedAt: 0,
    // opened anew it is read anew
    gcTime: 0,
    // a look is told by its answer, also where that is the same: what is read beside it is read again
    structuralSharing: false,
  })
  const question = data ?? null
  if (question?.id !== first?.id) setFirst(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was fetched ahead was for this one
  useEffect(() => {
    ahead.current.clear()
    isOwn.current = false
  }, [id])
  const isThere = question !== null
  useEffect(() => {
    if (!isThere || nextId === null || nextId === id || ahead.current.has(nextId)) return
    // what cannot be read ahead is read when it is opened
    void read(nextId).then(
      (next) => ahead.current.set(nextId, next),
      () => {},
    )
  }, [id, isThere, nextId])
  const reload = async () => {
    // the library would ask for none as well
    if (id !== null) await lookAgain(queries, queryKey, refetch)
  }
  const reloadOwn = () => {
    isOwn.current = true
    return reload()
  }
  return { question, changes: newsSince(first, question), trouble: troubleIn(error), reload, reloadOwn }
}

function newsSince(first: DeskQuestionAnswer | null, now: DeskQuestionAnswer | null): string[] {
  // after an act of one's own the first look is known a moment before it is shown
  if (!first || !now || first.id !== now.id || first.revision > now.revision) return []
  return changesBetween(first, now)
}
