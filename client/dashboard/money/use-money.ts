import { useEffect, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { MoneyAnswer } from '../../../sync/payment/statement.ts'
import { call } from '../../api/call.ts'
import { callUntilReached } from '../../api/call-until-reached.ts'
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
    let stop = () => {}
    const look = async () => {
      // A device that cannot be read shows what the server tells.
      const kept = await readMoney(device).catch(() => null)
      if (isOver) return
      if (kept) setSeen(kept)
      const missing = kept ? 'old' : 'nothing'
      setState(online ? 'asking' : missing)
      if (!online) return
      stop = callUntilReached(ask, (answer) => {
        setState(answer.ok ? 'there' : missing)
        if (!answer.ok) return
        const now = seenNow(answer.value)
        setSeen(now)
        void keep(device, now)
      })
    }
    void look()
    return () => {
      isOver = true
      stop()
    }
  }, [device, online])
  return { seen, state }
}

const ask = () => call<MoneyAnswer>(CALLS.money)

/** Asks the server, and stores the answer for offline; null when the server was not reached or refuses. */
export async function askMoney(device: Device): Promise<SeenMoney | null> {
  const answer = await ask()
  if (!answer.ok) return null
  const now = seenNow(answer.value)
  await keep(device, now)
  return now
}

const seenNow = (money: MoneyAnswer): SeenMoney => ({ money, seenAt: Date.now() })

/** Stores the money for offline, where the device has room. */
async function keep(device: Device, now: SeenMoney): Promise<void> {
  await device.settings.put({ key: KEY, value: now }).catch(() => {})
}

/** Reads the money as this device saw it last. */
export async function readMoney(device: Device): Promise<SeenMoney | null> {
  const kept = await device.settings.get(KEY)
  return (kept?.value as SeenMoney | undefined) ?? null
}
