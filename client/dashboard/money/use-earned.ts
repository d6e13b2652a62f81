import { useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import type { Device } from '../../db/device.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { askMoney, readMoney, type SeenMoney } from './use-money.ts'

/** How many milliseconds the call waits, so that the first screen comes before it. */
const QUIET_MS = 1_500
const FRESH_MS = 5 * 60_000
/** The margin, in milliseconds, in which a statement may lack a delivery, because both happened at the same time. */
const OVERLAP_MS = 60_000

/**
 * Returns the earnings in the stored statement, with tips and without refunds; null when none is stored, undefined
 * until this device has looked. Online, it asks again when the statement may lack an answer delivered at
 * `lastDeliveredAt` (undefined while that is not known), and when the screen is opened again and the statement is
 * minutes old, because no document tells of tips and refunds.
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

/** Checks whether a statement may lack recent earnings. */
function isOld(
  { money, seenAt }: Pick<SeenMoney, 'seenAt'> & { money: { now: number } },
  { lastDeliveredAt, now }: { lastDeliveredAt: number; now: number },
): boolean {
  return lastDeliveredAt > money.now - OVERLAP_MS || Math.abs(now - seenAt) > FRESH_MS
}

/** Asks for a new statement if the stored one may lack something. */
export async function askIfOld(device: Device, lastDeliveredAt: number): Promise<void> {
  const kept = await readMoney(device).catch(() => null)
  if (!kept || isOld(kept, { lastDeliveredAt, now: Date.now() })) await askMoney(device)
}

/** Reads the earnings of the stored statement; null without one, and for a user without books. */
export async function readEarned(device: Device): Promise<{ cents: number | null }> {
  return { cents: (await readMoney(device))?.money.statement?.earnedCents ?? null }
}
