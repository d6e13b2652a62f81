import { useEffect, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { MoneyAnswer } from '../../../sync/payment/statement.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'

const KEY = 'money'

export type SeenMoney = { money: MoneyAnswer; seenAt: number }
/** `asking`: nothing is known yet; `old`: what is shown was seen before, and cannot be asked for now. */
type State = 'asking' | 'there' | 'old' | 'nothing'

/** One's own money: from this device at once, from the server when there is a network; kept for when there is none. */
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

/** Asks the server and keeps what it says, so that what is shown is there offline; null where it was not reached or refuses. */
export async function askMoney(device: Device): Promise<SeenMoney | null> {
  const answer = await call<MoneyAnswer>(CALLS.money)
  if (!answer.ok) return null
  const now = { money: answer.value, seenAt: Date.now() }
  await device.settings.put({ key: KEY, value: now }).catch(() => {})
  return now
}

/** As it was last seen on this device. */
export async function readMoney(device: Device): Promise<SeenMoney | null> {
  const kept = await device.settings.get(KEY)
  return (kept?.value as SeenMoney | undefined) ?? null
}
