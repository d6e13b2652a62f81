import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { troubleOf } from '../use-pages.ts'

/** One read of the desk that is no list of pages; what was read stays while a later look fails. */
export function useRead<Answer>(path: string, body: object) {
  const [kept, setKept] = useState<{ answer: Answer | null; trouble: string | null }>({
    answer: null,
    trouble: null,
  })
  const latest = useRef(body)
  latest.current = body
  const asked = JSON.stringify(body)
  const reload = useCallback(async () => {
    const answer = await call<Answer>(path, latest.current)
    setKept((before) =>
      answer.ok ? { answer: answer.value, trouble: null } : { ...before, trouble: troubleOf(answer) },
    )
  }, [path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else is asked anew
  useEffect(() => {
    void reload()
  }, [reload, asked])
  return { ...kept, reload: () => void reload() }
}
