import { useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { askMoney, readMoney, type SeenMoney } from './use-money.ts'

/** The first screen stands before this is asked for. */
const QUIET_MS = 1_500
const FRESH_MS = 5 * 60_000
/** A statement read while an answer was being delivered may have been read before it. */
const OVERLAP_MS = 60_000

/**
 * What the kept statement says was earned, with tips and without what went back; null where none is kept, undefined
 * until this device has looked. It is asked for again, online, once an answer was delivered that it may not know of
 * (`lastDeliveredAt`; undefined while that is not known), and when the screen comes back to one that is minutes old:
 * of tips and refunds no document tells.
 */
export function useEarned(lastDeliveredAt: number | undefined): number | null | undefined {
  const device = useDevice()
  const online = useOnline()
  const kept = useStored(readEarned)
  useEffect(() => {
    if (!online || lastDeliveredAt === undefined) return
    const timer = setTimeout(() => void askIfOld(device, lastDeliveredAt), QUIET_MS)
    return () => clearTimeout(timer)
  }, [device, online, lastDeliveredAt])
  return kept?.cents
}

/** Whether a statement may lack what was earned since. */
function isOld(
  { money, seenAt }: Pick<SeenMoney, 'seenAt'> & { money: { now: number } },
  { lastDeliveredAt, now }: { lastDeliveredAt: number; now: number },
): boolean {
  return lastDeliveredAt > money.now - OVERLAP_MS || Math.abs(now - seenAt) > FRESH_MS
}

/** Asks for a statement that may lack something, and for none that cannot. */
export async function askIfOld(device: Device, lastDeliveredAt: number): Promise<void> {
  const kept = await readMoney(device).catch(() => null)
  if (!kept || isOld(kept, { lastDeliveredAt, now: Date.now() })) await askMoney(device)
}

/** What the kept statement says; null without one, and for whoever has no books. */
export async function readEarned(device: Device): Promise<{ cents: number | null }> {
  return { cents: (await readMoney(device))?.money.statement?.earnedCents ?? null }
}
