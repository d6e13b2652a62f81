import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { askDesk, errorTextOf, lookAgain } from '../desk-queries.ts'
import { changesBetween } from '../desk-words.ts'

export type DeskQuestion = {
  question: DeskQuestionAnswer | null
  /** The changes since the admin opened the request, in words. */
  changes: string[]
  errorText: string | null
  reload: () => Promise<void>
  /** Fetches the request again after an act of this admin, so that their own change is not reported to them. */
  reloadOwn: () => Promise<void>
}

const read = (id: string) => askDesk<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id })

/** Fetches one request, reports what has changed since the admin opened it, and prefetches the next request. */
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
    // Opening a request again must fetch it again.
    gcTime: 0,
    // Each answer is a new object, even an equal one, because the payments are fetched again when the object
    // changes.
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
    // A failed prefetch needs no handling, because the request is fetched when the admin opens it.
    void read(nextId).then(
      (next) => ahead.current.set(nextId, next),
      () => {},
    )
  }, [id, isThere, nextId])
  const reload = async () => {
    // Without this check `refetch` would call the server without an id, because it ignores `enabled`.
    if (id !== null) await lookAgain(queries, queryKey, refetch)
  }
  const reloadOwn = () => {
    isOwn.current = true
    return reload()
  }
  return { question, changes: newsSince(first, question), errorText: errorTextOf(error), reload, reloadOwn }
}

function newsSince(first: DeskQuestionAnswer | null, now: DeskQuestionAnswer | null): string[] {
  // After the admin's own act, `first` is newer than `now` until the next render.
  if (!first || !now || first.id !== now.id || first.revision > now.revision) return []
  return changesBetween(first, now)
}
