import { useEffect, useRef } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { call } from '../../api/call.ts'
import { changesBetween } from '../desk-words.ts'
import { useLook } from '../use-look.ts'

type Seen = {
  question: DeskQuestionAnswer | null
  /** What became different since it was first looked at, until it is looked at anew. */
  changes: string[]
}

export type DeskQuestion = Seen & { trouble: string | null; reload: () => Promise<void> }

const read = (id: string) => call<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id })

/** One request whole. Looked at again, it says what changed since it was opened. The next one is fetched ahead of time. */
export function useDeskQuestion(id: string | null, nextId: string | null): DeskQuestion {
  const ahead = useRef(new Map<string, DeskQuestionAnswer>())
  const { seen, trouble, reload } = useLook<Seen>({
    of: id,
    begin: () => ({ question: (id === null ? undefined : ahead.current.get(id)) ?? null, changes: [] }),
    look: async ({ question, changes }) => {
      const answer = await read(id ?? '')
      if (!answer.ok) return answer
      const fresh = question ? changesBetween(question, answer.value) : []
      return { ok: true, value: { question: answer.value, changes: [...changes, ...fresh] } }
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was fetched ahead was for this one
  useEffect(() => ahead.current.clear(), [id])
  const isThere = seen.question !== null
  useEffect(() => {
    if (!isThere || nextId === null || nextId === id || ahead.current.has(nextId)) return
    void read(nextId).then((answer) => {
      if (answer.ok) ahead.current.set(nextId, answer.value)
    })
  }, [id, isThere, nextId])
  return { ...seen, trouble, reload }
}
