import { useEffect, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { PayoutSetup } from '../../../sync/payment/payout-account.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'
import type { SeenMoney } from '../money/use-money.ts'

const KEY = 'money'
/** How many milliseconds pass between two calls while the provider's page is open in another tab. */
const LOOK_MS = 4_000

/**
 * Returns how an athlete is set up to be paid: as stored here, then as the provider says now. Asks again when the
 * athlete comes back to this tab, and while they are on the provider's page. Null when this device was never told.
 */
export function usePayoutSetup(isAway: boolean): PayoutSetup | null {
  return useChangingSetup(isAway).setup
}

/** Returns the same, with a function for a caller that has changed the set-up and knows the result. */
export function useChangingSetup(isAway: boolean) {
  const device = useDevice()
  const online = useOnline()
  const [setup, setSetup] = useState<PayoutSetup | null>(null)
  useEffect(() => {
    let isOver = false
    const show = (now: PayoutSetup) => !isOver && setSetup(now)
    const look = async () => {
      if (!online || document.visibilityState === 'hidden') return
      const answer = await call<PayoutSetup>(CALLS.payoutSetup)
      if (!answer.ok) return
      show(answer.value)
      await keep(device, answer.value)
    }
    void readKept(device).then((kept) => kept && setSetup((known) => known ?? kept))
    void look()
    const again = () => void look()
    const timer = isAway ? setInterval(again, LOOK_MS) : undefined
    document.addEventListener('visibilitychange', again)
    window.addEventListener('focus', again)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('focus', again)
    }
  }, [device, online, isAway])
  const change = async (now: PayoutSetup) => {
    setSetup(now)
    await keep(device, now)
  }
  return { setup, change }
}

async function readKept(device: Device): Promise<PayoutSetup | null> {
  const kept = await device.settings.get(KEY)
  return (kept?.value as SeenMoney | undefined)?.money.setup ?? null
}

/** Stores the set-up with the rest of the user's money, so that it is there offline. */
async function keep(device: Device, setup: PayoutSetup): Promise<void> {
  const kept = (await device.settings.get(KEY))?.value as SeenMoney | undefined
  if (!kept) return
  const value: SeenMoney = { ...kept, money: { ...kept.money, setup } }
  await device.settings.put({ key: KEY, value }).catch(() => {})
}
