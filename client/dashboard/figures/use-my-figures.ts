import { useEffect, useState } from 'react'
import type { LOOKED_BACK, MyFiguresAnswer } from '../../../sync/desk/figures.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'

export type LookedBack = keyof typeof LOOKED_BACK

/** Asks for the athlete's own figures whenever there is a network; the last ones stay while a later call fails. */
export function useMyFigures(of: LookedBack) {
  const online = useOnline()
  const [figures, setFigures] = useState<MyFiguresAnswer | null>(null)
  const [isNetworkError, setUnreached] = useState(false)
  useEffect(() => {
    if (!online) return
    let isOver = false
    void call<MyFiguresAnswer>(CALLS.myFigures, { of }).then((answer) => {
      if (isOver) return
      setUnreached(!answer.ok)
      if (answer.ok) setFigures(answer.value)
    })
    return () => {
      isOver = true
    }
  }, [of, online])
  return { figures, isNetworkError: isNetworkError || !online }
}
