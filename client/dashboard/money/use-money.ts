import { useEffect, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { MoneyAnswer } from '../../../sync/payment/statement.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'

const KEY = 'money'

export type SeenMoney = { money: MoneyAnswer; seenAt: number }
/** `asking`: the server has not answered yet; `old`: the page shows a stored answer, because no new one came. */
type State = 'asking' | 'there' | 'old' | 'nothing'

/** Returns the user's money: from this device at once, then from the server when online; the device stores it. */
export function useMoney(): { seen: SeenMoney | null; state: State } {
  const device = useDevice()
  const online = useOnline()
  const [seen, setSeen] = useState<SeenMoney | null>(null)
  const [state, setState] = useState<State>('asking')
  useEffect(() => {
    let isOver = false
    const show = (now: SeenMoney, as: State) => {
      if (isOver) return
      setSeen(now)
      setState(as)
    }
    const look = async () => {
      const kept = await readMoney(device)
      if (kept) show(kept, online ? 'asking' : 'old')
      const now = online ? await askMoney(device) : null
      if (now) show(now, 'there')
      else if (!isOver) setState(kept ? 'old' : 'nothing')
    }
    void look()
    return () => {
      isOver = true
    }
  }, [device, online])
  return { seen, state }
}

/** Asks the server, and stores the answer for offline; null when the server was not reached or refuses. */
export async function askMoney(device: Device): Promise<SeenMoney | null> {
  const answer = await call<MoneyAnswer>(CALLS.money)
  if (!answer.ok) return null
  const now = { money: answer.value, seenAt: Date.now() }
  await device.settings.put({ key: KEY, value: now }).catch(() => {})
  return now
}

/** Reads the money as this device saw it last. */
export async function readMoney(device: Device): Promise<SeenMoney | null> {
  const kept = await device.settings.get(KEY)
  return (kept?.value as SeenMoney | undefined) ?? null
}
