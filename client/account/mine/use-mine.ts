import { useEffect, useState } from 'react'
import type { LeaveAnswer, MineAnswer } from '../../../sync/account/mine.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useAccountCall } from '../use-account-call.ts'

/** What a door opens, asked for once, and what can be done behind it. */
export function useMine(token: string) {
  const { isBusy, error, send } = useAccountCall()
  const [mine, setMine] = useState<MineAnswer | null>(null)
  const [isSpent, setSpent] = useState(false)
  const load = async () => {
    const loaded = await send<MineAnswer>(CALLS.mine, { token })
    if (loaded.ok) setMine(loaded.value)
    else setSpent('refusal' in loaded && loaded.refusal.code === 'link-spent')
    return loaded.ok ? loaded.value : null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look for each door
  useEffect(() => {
    void load()
  }, [token])
  /** The address of the copy is good for ten minutes, so it is asked for when it is wanted. */
  const download = async () => {
    const fresh = await load()
    if (fresh) location.assign(fresh.exportUrl)
  }
  const leave = async () => {
    const left = await send<LeaveAnswer>(CALLS.leave, { token })
    if (left.ok) await load()
    return left.ok
  }
  return { mine, isSpent, isBusy, error, load, download, leave }
}
